import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onCleanUp } from '../kit/clean-up.ts';

/** Hosts that accept connections and never answer. */
export async function startSilentReceivers(count: number): Promise<string[]> {
  const sockets = new Set<Socket>();
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
      socket.resume();
    }).listen(0, '127.0.0.1'),
  );
  onCleanUp(() => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
