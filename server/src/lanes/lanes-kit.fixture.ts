import { sql } from 'kysely';
import { afterAll, beforeEach } from 'vitest';
import { Notifications } from '#db';
import { createTestClock, type TestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';
import { captureLog } from '#test/log.ts';
import { LaneWorker } from './index.ts';
import { type Attempt, createJobLedger, createJobTable } from './job-ledger.fixture.ts';

/** A database with a table of jobs for a test file; each test begins with empty tables and a clock of its own. */
export async function createLanesKit() {
  const open = await createTestDatabase();
  const { database } = open;
  const notifications = new Notifications(open.pool, () => {});
  await createJobTable(database);
  afterAll(async () => {
    await notifications.close();
    await open.close();
  });

  const clock: TestClock = createTestClock();
  const start = clock.now();
  beforeEach(async () => {
    clock.set(start);
    await sql`truncate job, lane_shard, lane_worker`.execute(database);
  });

  return {
    open,
    database,
    clock,
    createWorker(attempt: Attempt, limits = {}) {
      const ledger = createJobLedger(database, attempt, limits);
      const { log, lines } = captureLog();
      const worker = new LaneWorker({ ledger, database, clock, log, notifications });
      return { worker, ledger, lines };
    },
    /** How many shards each taking holds, fewest first. */
    async holders(): Promise<number[]> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from lane_shard where token is not null and until > ${clock.now()}
        group by token`.execute(database);
      return rows.map(({ n }) => n).sort((a, b) => a - b);
    },
  };
}

/** Notes every row that is attempted while it is being attempted, and every lane with more than `most` at once. */
export function watchOverlaps(most = 4) {
  const busy = new Set<string>();
  const perLane = new Map<number, number>();
  const seen = new Map<string, number>();
  const problems: string[] = [];
  const attempt: Attempt = async ({ id, lane }) => {
    if (busy.has(id)) problems.push(`${id} twice at once`);
    const inLane = (perLane.get(lane) ?? 0) + 1;
    if (inLane > most) problems.push(`${inLane} at once in lane ${lane}`);
    busy.add(id);
    perLane.set(lane, inLane);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
    busy.delete(id);
    perLane.set(lane, (perLane.get(lane) ?? 0) - 1);
    return 'done';
  };
  return { attempt, seen, problems };
}

export async function done() {
  return 'done' as const;
}

/** Looks again as fast as it can; the test's own timeout ends what never comes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
