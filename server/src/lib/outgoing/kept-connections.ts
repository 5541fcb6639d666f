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
  // Each in the order of keeping.
  const byOrigin = new Map<string, Connection[]>();
  let size = 0;
  let sweeping: NodeJS.Timeout | undefined;
  let isClosed = false;

  const remove = (same: Connection[], index: number) => {
    const removed = index === same.length - 1 ? same.pop() : same.splice(index, 1)[0];
    size -= 1;
    if (removed !== undefined && same.length === 0) byOrigin.delete(removed.origin);
    return removed;
  };
  const forget = (connection: Connection) => {
    const same = byOrigin.get(connection.origin);
    const index = same?.lastIndexOf(connection) ?? -1;
    if (same !== undefined && index >= 0) remove(same, index);
  };
  const drop = (connection: Connection) => {
    forget(connection);
    connection.drop();
  };
  const dropOldest = () => {
    const oldest = [...byOrigin.values()].map(([first]) => first);
    const first = oldest.reduce((a, b) => ((b?.keptAt ?? 0) < (a?.keptAt ?? 0) ? b : a));
    if (first !== undefined) drop(first);
  };
  const isInTime = ({ keptAt, keepMs }: Connection, now: number) => keptAt + keepMs > now;
  const sweep = () => {
    sweeping = undefined;
    const now = performance.now();
    for (const connection of [...byOrigin.values()].flat()) if (!isInTime(connection, now)) drop(connection);
    sweepLater();
  };
  const sweepLater = () => {
    if (size > 0) sweeping ??= setTimeout(sweep, sweepEveryMs).unref();
  };

  return {
    take(origin, addresses) {
      const same = byOrigin.get(origin) ?? [];
      const now = performance.now();
      for (let index = same.length - 1; index >= 0; index -= 1) {
        const connection = same[index] as Connection;
        const isUsable = connection.isOpen && isInTime(connection, now) && isAmong(connection.remoteAddress, addresses);
        if (isUsable) return remove(same, index);
      }
      return undefined;
    },
    keep(connection) {
      if (isClosed || !connection.isOpen) return connection.drop();
      connection.keptAt = performance.now();
      const same = byOrigin.get(connection.origin);
      if (same === undefined) byOrigin.set(connection.origin, [connection]);
      else same.push(connection);
      size += 1;
      if (size > most) dropOldest();
      sweepLater();
    },
    forget,
    close() {
      isClosed = true;
      clearTimeout(sweeping);
      for (const connection of [...byOrigin.values()].flat()) drop(connection);
    },
  };
}
