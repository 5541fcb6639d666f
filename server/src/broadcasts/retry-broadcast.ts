import { requireCredits } from '#billing';
import { transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import { uuidv7 } from '#lib/ids.ts';
import { recordAudit } from '#projects';
import { type Broadcast, broadcastNotFound } from './broadcast.ts';
import { findBroadcast, findRetryOf, lockBroadcast } from './broadcast-store.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { insertFailedOf } from './recipient-store.ts';
import { startBroadcast } from './start-broadcast.ts';

/** A new broadcast of the same words to those who did not get them. Once: what fails again is retried from the new one. */
export async function retryBroadcast(options: BroadcastsOptions, caller: Caller, id: string): Promise<Broadcast> {
  const { database, clock, channels } = options;
  const { projectId, actor } = caller;
  if ((await findBroadcast(database, projectId, id)) === undefined) throw broadcastNotFound();
  await requireCredits(database, clock, projectId);
  return transact(database, async (tx) => {
    const original = await lockBroadcast(tx, projectId, id);
    if (original === undefined) throw broadcastNotFound();
    if (original.finishedAt === null) throw new AppError('conflict', 'This broadcast is not finished yet.');
    const retried = await findRetryOf(tx, original);
    if (retried !== undefined) {
      throw new AppError('conflict', `This broadcast was retried already. Retry ${retried} once it is finished.`);
    }
    const at = clock.now();
    const { composition, audience, messagesPerMinute } = original;
    const seed = { id: uuidv7(at), projectId, composition, audience, messagesPerMinute, retryOf: id, createdAt: at };
    const fixed = await startBroadcast(tx, options, seed, () => insertFailedOf(tx, seed, original, channels));
    if (fixed === undefined || fixed.total === 0) {
      throw new AppError('conflict', 'Nothing of this broadcast failed for somebody who is still subscribed.');
    }
    const detail = { job_id: seed.id, retry_of: id, total: fixed.total };
    await recordAudit(tx, { projectId, actor, action: 'broadcast.retried', detail, at });
    return (await findBroadcast(tx, projectId, seed.id)) ?? Promise.reject(broadcastNotFound());
  });
}
