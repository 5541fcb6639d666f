import { type Compose, composeProjectMessage, type FindBroadcastComposition, type LoadMedia } from '#messages';
import type { Lang } from '#messengers';

export const BROADCAST_CONTENT = 'broadcast';

/** What is stored with each message: the person, as they were when the audience was fixed. */
export type BroadcastContent = { lang: Lang; first_name: string; username: string | null };

export function composeBroadcast(
  findComposition: FindBroadcastComposition,
  loadMedia: LoadMedia,
): Compose<BroadcastContent> {
  return async ({ lang, first_name, username }, { messageId, jobId, subscriberId }) => {
    if (jobId === null || subscriberId === null)
      throw new Error('A message has the content of a broadcast and is of none.');
    const composition = await findComposition(jobId);
    if (composition === undefined) throw new Error('The broadcast of a message is gone.');
    const addressee = { subscriberId, firstName: first_name, username, lang };
    return composeProjectMessage(loadMedia, composition, addressee, messageId);
  };
}
