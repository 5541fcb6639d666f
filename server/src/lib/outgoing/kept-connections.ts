import type { Connection } from './connection.ts';
import { isAmong } from './open-socket.ts';

/** Idle connections, each of which may serve a later request to the same origin. */
export type KeptConnections = {
  /** One whose other end is among the addresses judged just now. */
  take(origin: string, addresses: readonly string[]): Connection | undefined;
  keep(connection: Connection): void;
  forget(connection: Connection): void;
  close(): void;
};

/** Idle ones close by themselves; beyond `most` the one that waited longest goes first. */
export function createKeptConnections(most: number): KeptConnections {
  // Both in the order of keeping.
  const all = new Set<Connection>();
  const byOrigin = new Map<string, Connection[]>();
  let isClosed = false;

  const forget = (connection: Connection) => {
    if (!all.delete(connection)) return;
    const left = (byOrigin.get(connection.origin) ?? []).filter((other) => other !== connection);
    if (left.length > 0) byOrigin.set(connection.origin, left);
    else byOrigin.delete(connection.origin);
  };

  return {
    take(origin, addresses) {
      const found = byOrigin
        .get(origin)
        ?.findLast((connection) => connection.isOpen() && isAmong(connection.remoteAddress, addresses));
      if (found !== undefined) forget(found);
      return found;
    },
    keep(connection) {
      if (isClosed || !connection.isOpen()) return connection.drop();
      all.add(connection);
      byOrigin.set(connection.origin, [...(byOrigin.get(connection.origin) ?? []), connection]);
      const [oldest] = all;
      if (all.size > most && oldest !== undefined) {
        forget(oldest);
        oldest.drop();
      }
    },
    forget,
    close() {
      isClosed = true;
      for (const connection of [...all]) {
        forget(connection);
        connection.drop();
      }
    },
  };
}
