import {
  type Compose,
  type Composition,
  composeProjectMessage,
  type FindBroadcastComposition,
  type LoadMedia,
} from '#messages';
import type { Lang } from '#messengers';

export const BROADCAST_CONTENT = 'broadcast';

/** What is stored with each message: the person, as they were when the audience was fixed. */
export type BroadcastContent = { lang: Lang; first_name: string; username: string | null };

export function composeBroadcast(
  findComposition: FindBroadcastComposition,
  loadMedia: LoadMedia,
): Compose<BroadcastContent> {
  return ({ lang, first_name, username }, { messageId, jobId, subscriberId }) => {
    if (jobId === null || subscriberId === null)
      throw new Error('A message has the content of a broadcast and is of none.');
    const addressee = { subscriberId, firstName: first_name, username, lang };
    const compose = (composition: Composition | undefined) => {
      if (composition === undefined) throw new Error('The broadcast of a message is gone.');
      return composeProjectMessage(loadMedia, composition, addressee, messageId);
    };
    const found = findComposition(jobId);
    return found instanceof Promise ? found.then(compose) : compose(found);
  };
}
