import { setTimeout as sleep } from 'node:timers/promises';
import { insertDue, readProgress, wake } from './due-deliveries.ts';
import type { System } from './system.ts';

const LOOK_EVERY_MS = 50;
const LONGEST_MS = 120_000;

type Lanes = { lanes: readonly number[]; count: number };

/** Tells how many requests the receiver has answered so far. */
export type CountReceived = () => Promise<number>;

/**
 * Deliveries per second to healthy endpoints, from the hint after the commit until the last outcome is stored. With
 * `dead`, as many deliveries as it says are due to others at the same moment.
 */
export async function measureDeliveries(
  { sql }: System,
  countReceived: CountReceived,
  healthy: Lanes,
  dead?: Lanes,
): Promise<number> {
  // Left to chance, the vacuum of one round would fall into the next.
  for (const table of ['webhook_delivery', 'webhook_event', 'webhook_attempt'])
    await sql.query(`vacuum analyze ${table}`);
  await sql.query('checkpoint');
  const before = await countReceived();
  await sql.query('begin');
  if (dead !== undefined) await insertDue(sql, dead.lanes, dead.count);
  const batch = await insertDue(sql, healthy.lanes, healthy.count);
  await sql.query('commit');
  const startedAt = Date.now();
  await wake(sql, [...(dead?.lanes ?? []), ...healthy.lanes]);

  while ((await countReceived()) - before < healthy.count) {
    if (Date.now() - startedAt > LONGEST_MS)
      throw new Error(`Not done: ${JSON.stringify(await readProgress(sql, batch))}`);
    await sleep(LOOK_EVERY_MS);
  }
  let progress = await readProgress(sql, batch);
  for (; progress.pending > 0; progress = await readProgress(sql, batch)) await sleep(LOOK_EVERY_MS);
  if (progress.delivered !== healthy.count || progress.lastFinishedAt === null) {
    throw new Error(`Of ${healthy.count} deliveries ${progress.delivered} arrived at the first attempt.`);
  }
  return healthy.count / ((progress.lastFinishedAt.getTime() - startedAt) / 1000);
}
