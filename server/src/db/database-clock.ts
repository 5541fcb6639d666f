import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';

const EVERY_MS = 60_000;

/**
 * The database's time, told by this machine: all processes that share a database agree on now,
 * whatever their own clocks say. Measured at the start and every minute.
 */
export async function startDatabaseClock(pool: pg.Pool): Promise<Clock & { stop(): void }> {
  let offset = await measureOffset(pool);
  const timer = setInterval(() => {
    // The database away for a moment: the last measurement serves on.
    measureOffset(pool).then(
      (fresh) => {
        offset = fresh;
      },
      () => {},
    );
  }, EVERY_MS);
  timer.unref();
  return { now: () => new Date(Date.now() + offset), stop: () => clearInterval(timer) };
}

async function measureOffset(pool: pg.Pool): Promise<number> {
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const after = Date.now();
  const offset = (rows[0]?.now.getTime() ?? after) - (before + after) / 2;
  // Within the round trip's own uncertainty the two clocks are the same.
  return Math.abs(offset) <= after - before + 1 ? 0 : Math.round(offset);
}
