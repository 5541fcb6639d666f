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

/** Idle ones are looked through this often, all at once: a timer for each would be set and cleared at every request. */
const sweepEveryMs = 500;

/** Those that waited too long are closed; beyond `most` the one that waited longest goes first. */
export function createKeptConnections(most: number): KeptConnections {
  // Both in the order of keeping; the values are when each has waited too long.
  const all = new Map<Connection, number>();
  const byOrigin = new Map<string, Connection[]>();
  let sweeping: NodeJS.Timeout | undefined;
  let isClosed = false;

  const forget = (connection: Connection) => {
    if (!all.delete(connection)) return;
    const same = byOrigin.get(connection.origin) ?? [];
    same.splice(same.lastIndexOf(connection), 1);
    if (same.length === 0) byOrigin.delete(connection.origin);
  };
  const drop = (connection: Connection) => {
    forget(connection);
    connection.drop();
  };
  const sweep = () => {
    sweeping = undefined;
    const now = performance.now();
    for (const [connection, until] of all) if (until <= now) drop(connection);
    sweepLater();
  };
  const sweepLater = () => {
    if (all.size > 0) sweeping ??= setTimeout(sweep, sweepEveryMs).unref();
  };

  return {
    take(origin, addresses) {
      const now = performance.now();
      const isUsable = (connection: Connection) =>
        connection.isOpen && (all.get(connection) ?? 0) > now && isAmong(connection.remoteAddress, addresses);
      const found = byOrigin.get(origin)?.findLast(isUsable);
      if (found !== undefined) forget(found);
      return found;
    },
    keep(connection) {
      if (isClosed || !connection.isOpen) return connection.drop();
      all.set(connection, performance.now() + connection.keepMs);
      const same = byOrigin.get(connection.origin);
      if (same === undefined) byOrigin.set(connection.origin, [connection]);
      else same.push(connection);
      const [oldest] = all.size > most ? all.keys() : [];
      if (oldest !== undefined) drop(oldest);
      sweepLater();
    },
    forget,
    close() {
      isClosed = true;
      clearTimeout(sweeping);
      for (const connection of [...all.keys()]) drop(connection);
    },
  };
}
