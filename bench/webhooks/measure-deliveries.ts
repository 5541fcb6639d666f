import { setTimeout as sleep } from 'node:timers/promises';
import { startCpuMeter } from '../kit/cpu-meter.ts';
import { cpuSeconds, familyCpuSeconds } from '../kit/cpu-time.ts';
import { type Batch, insertDue, isPending, readProgress, wake } from './due-deliveries.ts';
import type { Receiver } from './receivers.ts';
import type { System } from './system.ts';

/** Seldom: to look takes time from what is measured, and the end is known by the clock of the last outcome. */
const LOOK_EVERY_MS = 250;
const LONGEST_MS = 120_000;

type Lanes = { lanes: readonly number[]; count: number };

/** Deliveries per second, and µs of CPU for each. */
export type Measure = { rate: number; cpu: { sender: number; receiver: number; database: number } };

type MeasuredBatch = Measure & { batch: Batch };

export const ratesOf = (measures: readonly Measure[]): number[] => measures.map(({ rate }) => rate);

/**
 * Deliveries to healthy endpoints, from the hint after the commit until the last outcome is stored. With `dead`, as
 * many deliveries as it says are due to others at the same moment.
 */
export async function measureDeliveries(
  { sql, pid, databasePid }: System,
  receiver: Receiver,
  healthy: Lanes,
  dead?: Lanes,
): Promise<MeasuredBatch> {
  // Left to chance, the vacuum of one round would fall into the next.
  for (const table of ['webhook_delivery', 'webhook_event', 'webhook_attempt'])
    await sql.query(`vacuum analyze ${table}`);
  await sql.query('checkpoint');
  const before = await receiver.countReceived();
  await sql.query('begin');
  if (dead !== undefined) await insertDue(sql, dead.lanes, dead.count);
  const batch = await insertDue(sql, healthy.lanes, healthy.count);
  await sql.query('commit');
  const cpuPerPiece = startCpuMeter({
    sender: () => cpuSeconds(pid),
    receiver: () => cpuSeconds(receiver.pid),
    database: () => familyCpuSeconds(databasePid),
  });
  const startedAt = Date.now();
  await wake(sql, [...(dead?.lanes ?? []), ...healthy.lanes]);

  while ((await receiver.countReceived()) - before < healthy.count) {
    if (Date.now() - startedAt > LONGEST_MS)
      throw new Error(`Not done: ${JSON.stringify(await readProgress(sql, batch))}`);
    await sleep(LOOK_EVERY_MS);
  }
  while (await isPending(sql, batch)) await sleep(LOOK_EVERY_MS);
  const cpu = cpuPerPiece(healthy.count);
  const progress = await readProgress(sql, batch);
  if (progress.delivered !== healthy.count || progress.lastFinishedAt === null) {
    throw new Error(`Of ${healthy.count} deliveries ${progress.delivered} arrived at the first attempt.`);
  }
  const seconds = (progress.lastFinishedAt.getTime() - startedAt) / 1000;
  return { rate: healthy.count / seconds, cpu, batch };
}
