import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseAway } from './database-errors.ts';

const OLDEST_SUPPORTED = 15;

/** Waits for a database that is not there yet, saying so now and then; other failures are thrown at once. */
export async function waitForDatabase(
  pool: pg.Pool,
  options: { say: (line: string) => void; signal?: AbortSignal; pauseMs?: number },
): Promise<void> {
  const started = performance.now();
  let lastSaid = Number.NEGATIVE_INFINITY;
  for (;;) {
    options.signal?.throwIfAborted();
    try {
      const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version");
      const major = Math.floor(Number(rows[0]?.version) / 10_000);
      if (major < OLDEST_SUPPORTED) {
        throw new Error(`PostgreSQL ${major} is too old: Bellhop needs ${OLDEST_SUPPORTED} or newer.`);
      }
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (performance.now() - lastSaid > 5_000) {
        lastSaid = performance.now();
        const seconds = Math.round((lastSaid - started) / 1000);
        options.say(`Waiting for the database (${seconds} s): ${(error as Error).message || 'no answer'}`);
      }
      await sleep(options.pauseMs ?? 500, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}
