import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A project's own server: keeps what arrives and answers as told. */
export type Receiver = {
  url: string;
  requests: ReceivedRequest[];
  /** What to answer from now on; the default is 200. A function may also misbehave on the raw response. */
  answer(with_: number | ((request: ReceivedRequest, response: ServerResponse) => void)): void;
  /** Resolves once this many requests have arrived. */
  arrived(count: number): Promise<ReceivedRequest[]>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  let waiting: { count: number; tell: (requests: ReceivedRequest[]) => void }[] = [];
  let respond: (request: ReceivedRequest, response: ServerResponse) => void = (_request, response) =>
    void response.end();

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      };
      requests.push(request);
      respond(request, response);
      for (const one of waiting.filter(({ count }) => requests.length >= count)) one.tell([...requests]);
      waiting = waiting.filter(({ count }) => requests.length < count);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(with_) {
      respond = typeof with_ === 'function' ? with_ : (_request, response) => void response.writeHead(with_).end();
    },
    arrived: (count) =>
      requests.length >= count
        ? Promise.resolve([...requests])
        : new Promise((tell) => {
            waiting.push({ count, tell });
          }),
    close,
  };
}
