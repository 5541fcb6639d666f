import type { ServerResponse } from 'node:http';

export type Answer = {
  readonly status: number;
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export function bytesOf(answer: Answer): Buffer {
  return Buffer.from(textOf(answer));
}

const textOf = ({ body }: Answer): string => (typeof body === 'string' ? body : JSON.stringify(body));

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  const text = textOf(answer);
  response.writeHead(answer.status, headersOf(answer, Buffer.byteLength(text)));
  // Text goes out in one piece with the head, bytes in a second one.
  response.end(text);
}

export const headersOf = ({ body, headers }: Answer, length: number): Record<string, string | number> => ({
  'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
  'content-length': length,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...headers,
});
