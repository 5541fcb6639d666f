import type { ServerResponse } from 'node:http';

export type Answer = {
  readonly status: number;
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export function bytesOf({ body }: Answer): Buffer {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  const bytes = bytesOf(answer);
  response.writeHead(answer.status, headersOf(answer, bytes.length));
  response.end(bytes);
}

export const headersOf = ({ body, headers }: Answer, length: number): Record<string, string | number> => ({
  'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
  'content-length': length,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...headers,
});
