import type { Transaction } from '#db';
import { CHANNELS } from '#messengers';
import { MOST_RECIPIENTS, tooManyRecipients } from './broadcast.ts';
import { type BroadcastSeed, insertBroadcast, setTotal } from './broadcast-store.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { countOutcomes } from './count-outcomes.ts';
import type { Fixed } from './recipient-store.ts';

/** Fixes whom it goes to and counts who cannot be reached; false where this very broadcast has been started before. */
export async function startBroadcast(
  tx: Transaction,
  options: Pick<BroadcastsOptions, 'clock' | 'events' | 'messages'>,
  seed: BroadcastSeed,
  insertRecipients: (tx: Transaction) => Promise<Fixed>,
): Promise<Fixed | undefined> {
  if (!(await insertBroadcast(tx, seed))) return undefined;
  const fixed = await insertRecipients(tx);
  if (fixed.total > MOST_RECIPIENTS) throw tooManyRecipients(fixed.total);
  await setTotal(tx, seed.id, fixed.total);
  await countOutcomes(tx, options, new Map([[seed.id, [{ state: 'skipped', count: fixed.skipped }]]]));
  options.messages.wake(tx, CHANNELS);
  return fixed;
}
