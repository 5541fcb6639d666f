import { requireCredits } from '#billing';
import { transact } from '#db';
import type { Caller } from '#http';
import { type Composition, type MessageBody, readComposition } from '#messages';
import { recordAudit } from '#projects';
import type { Audience } from '#subscribers';
import { type AudienceBody, readAudience } from './audience.ts';
import { type Broadcast, MOST_RECIPIENTS, tooManyRecipients } from './broadcast.ts';
import { findBroadcast } from './broadcast-store.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { countAudience, insertAudience } from './recipient-store.ts';
import { startBroadcast } from './start-broadcast.ts';

export type BroadcastWish = { composition: Composition; audience: Audience; messagesPerMinute: number | null };

/** What is to be said, and to whom; throws what is wrong with either. */
export async function readBroadcastWish(
  options: BroadcastsOptions,
  projectId: string,
  body: MessageBody & AudienceBody & { messages_per_minute?: number },
): Promise<BroadcastWish> {
  const composition = await readComposition(options, projectId, body);
  const audience = await readAudience(options.database, projectId, body);
  return { composition, audience, messagesPerMinute: body.messages_per_minute ?? null };
}

/** Under this id once, however often it is asked for. */
export async function createBroadcast(
  options: BroadcastsOptions,
  { projectId, actor }: Caller,
  id: string,
  wish: BroadcastWish,
): Promise<Broadcast> {
  const { database, clock, channels } = options;
  await requireCredits(database, clock, projectId);
  // Far too many are refused without writing them all first.
  const { total } = await countAudience(database, projectId, wish.audience, channels);
  if (total > MOST_RECIPIENTS) throw tooManyRecipients(total);
  return transact(database, async (tx) => {
    const at = clock.now();
    const seed = { id, projectId, ...wish, retryOf: null, createdAt: at };
    const fixed = await startBroadcast(tx, options, seed, () => insertAudience(tx, seed, wish.audience, channels));
    if (fixed !== undefined) {
      const detail = { job_id: id, total: fixed.total };
      await recordAudit(tx, { projectId, actor, action: 'broadcast.created', detail, at });
    }
    const broadcast = await findBroadcast(tx, projectId, id);
    if (broadcast === undefined) throw new Error('A broadcast is gone as soon as it was made.');
    return broadcast;
  });
}
