import { type Transaction, transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import { recordAudit } from '#projects';
import { type Broadcast, broadcastNotFound, isOver } from './broadcast.ts';
import { findBroadcast, lockBroadcast, setStatus } from './broadcast-store.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { countOutcomes } from './count-outcomes.ts';
import { findUnswept, isAnyWaiting, skipWaiting } from './progress-store.ts';

type Dependencies = Pick<BroadcastsOptions, 'database' | 'clock' | 'events'>;

const SWEPT_AT_ONCE = 2_000;

/**
 * From the first commit on workers take nothing more, and then all that waits is skipped: also from under a worker that
 * was just about to take it. What was marked as being sent before counts by its outcome; nothing else goes out after it.
 */
export async function cancelBroadcast(options: Dependencies, caller: Caller, id: string): Promise<Broadcast> {
  const { database, clock } = options;
  const { projectId, actor } = caller;
  await transact(database, async (tx) => {
    const broadcast = await lockBroadcast(tx, projectId, id);
    if (broadcast === undefined) throw broadcastNotFound();
    if (isOver(broadcast.status)) throw new AppError('conflict', `This broadcast is ${broadcast.status} already.`);
    await setStatus(tx, id, 'cancelled');
    const detail = { job_id: id };
    await recordAudit(tx, { projectId, actor, action: 'broadcast.cancelled', detail, at: clock.now() });
  });
  do while ((await sweep(options, id, SWEPT_AT_ONCE)) > 0);
  while (await isAnyWaiting(database, id));
  return (await findBroadcast(database, projectId, id)) ?? Promise.reject(broadcastNotFound());
}

/**
 * For housekeeping: skips what is queued of cancelled broadcasts, at most so many, and answers how many. Their sweep died,
 * or an attempt under way at the cancel was to be repeated.
 */
export async function sweepCancelled(options: Dependencies, most: number): Promise<number> {
  let swept = 0;
  for (const id of await findUnswept(options.database, most)) {
    if (swept < most) swept += await sweep(options, id, most - swept);
  }
  return swept;
}

/** Messages first, the broadcast after them: in the order in which outcomes are stored. */
function sweep(options: Dependencies, id: string, most: number): Promise<number> {
  return transact(options.database, async (tx: Transaction) => {
    const count = await skipWaiting(tx, id, most, options.clock.now());
    if (count > 0) await countOutcomes(tx, options, new Map([[id, [{ state: 'skipped', count }]]]));
    return count;
  });
}
