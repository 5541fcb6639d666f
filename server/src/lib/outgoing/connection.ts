import type { Socket } from 'node:net';
import { Client } from 'undici';

/** One open socket to a judged address, and undici's HTTP/1.1 on it. It serves one request at a time. */
export type Connection = {
  readonly origin: string;
  /** The other end, as the operating system tells it. */
  readonly remoteAddress: string | undefined;
  readonly client: Client;
  isOpen(): boolean;
  drop(): void;
};

// Many servers close an idle connection after 5 s; undici obeys a shorter `Keep-Alive` hint on its own.
const idleMs = 4_000;
const longestIdleMs = 30_000;
const largestHeaders = 16 * 1024;

export function createConnection(
  origin: string,
  socket: Socket,
  onClose: (connection: Connection) => void,
): Connection {
  let isGiven = false;
  const client = new Client(origin, {
    allowH2: false,
    pipelining: 1,
    // The deadline of each request covers all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: longestIdleMs,
    maxHeaderSize: largestHeaders,
    // The one socket and never another: undici would reconnect by itself, past the judgement.
    connect(_, done) {
      const isFirst = !isGiven;
      isGiven = true;
      // Undici overlooks an answer that comes before this call returns.
      queueMicrotask(() => (isFirst ? done(null, socket) : done(new Error('the connection is used up'), null)));
    },
  });
  const connection: Connection = {
    origin,
    remoteAddress: socket.remoteAddress,
    client,
    isOpen: () => !socket.destroyed && socket.readable && socket.writable,
    drop() {
      socket.destroy();
      void client.destroy();
    },
  };
  socket.once('close', () => {
    void client.destroy();
    onClose(connection);
  });
  return connection;
}
