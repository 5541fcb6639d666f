import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createOutgoing, type OutgoingOptions, type OutgoingRequest } from './index.ts';

/** An `Outgoing` for one test, which may reach loopback unless told otherwise. */
export function openOutgoing(options: Partial<OutgoingOptions> = {}) {
  const outgoing = createOutgoing({
    allow: ['127.0.0.0/8', '::1'],
    refusePorts: [],
    userAgent: 'Bellhop-Test/1',
    resolve: async (name) => {
      throw Object.assign(new Error(`no test knows ${name}`), { code: 'ENOTFOUND' });
    },
    ...options,
  });
  onTestFinished(() => outgoing.close());
  return {
    ...outgoing,
    post: (url: string, request: Partial<OutgoingRequest> = {}) =>
      outgoing.request({
        url,
        method: 'POST',
        headers: [['content-type', 'application/json']],
        body: Buffer.from('{}'),
        timeoutMs: 10_000,
        maxBytes: 64 * 1024,
        ...request,
      }),
  };
}

/** Resolves every name to these addresses. */
export const resolveTo = (...addresses: string[]) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return () => Promise.resolve(found);
};

/** A server that speaks raw bytes and knows its connections. */
export async function listenRaw(onSocket: (socket: Socket) => void, at: { host?: string; port?: number } = {}) {
  const open = new Set<Socket>();
  const seen = { connections: 0, mostOpen: 0 };
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
    seen.connections += 1;
    seen.mostOpen = Math.max(seen.mostOpen, open.size);
    onSocket(socket);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(at.port ?? 0, at.host ?? '127.0.0.1', listening);
  });
  const close = () => {
    for (const socket of open) socket.destroy();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, open, seen, close };
}

/** Answers every request on a kept connection; requests must come in one piece. */
export const answerEach = (answer: string) => (socket: Socket) => void socket.on('data', () => socket.write(answer));

export const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
