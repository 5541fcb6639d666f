import { AppError } from '#lib/app-error.ts';
import { type Addressee, renderFor } from '#messages';
import { MOST_RECIPIENTS, tooManyRecipients } from './broadcast.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import type { BroadcastWish } from './create-broadcast.ts';
import { countAudience, findNewestReachable } from './recipient-store.ts';

export type BroadcastPreview = { wouldSendTo: number; sample: string };

/** In place of a recipient where there is none. */
const SOMEBODY: Addressee = {
  subscriberId: '00000000-0000-7000-8000-000000000000',
  firstName: 'Anna',
  username: 'anna',
  lang: 'en',
};

/** What a broadcast would come to, were it made now. */
export async function previewBroadcast(
  { database, channels }: Pick<BroadcastsOptions, 'database' | 'channels'>,
  projectId: string,
  { audience, composition }: BroadcastWish,
): Promise<BroadcastPreview> {
  const { total, reachable } = await countAudience(database, projectId, audience, channels);
  if (total > MOST_RECIPIENTS) throw tooManyRecipients(total);
  const newest = await findNewestReachable(database, projectId, audience, channels);
  const rendered = renderFor(composition, newest ?? SOMEBODY);
  if (!rendered.ok) throw new AppError('validation_failed', `The message cannot be sent: ${rendered.problem}.`);
  return { wouldSendTo: reachable, sample: rendered.text };
}
