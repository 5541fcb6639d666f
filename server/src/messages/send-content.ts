import type { Lang } from '#messengers';
import { composeProjectMessage, type LoadMedia } from './compose/compose-project-message.ts';
import type { Addressee, Composition } from './compose/composition.ts';
import type { Content } from './queue/content.ts';
import type { Messages } from './queue/messages.ts';

/** The person as they were when the message was asked for, as far as the words depend on it. */
export type AddressedPerson = { first_name: string; username: string | null; lang: Lang };

/** What is stored of a message that `/v1/send` asked for. */
export type SendData = { composition: Composition; person: AddressedPerson };

export const toAddressee = (subscriberId: string, person: AddressedPerson): Addressee => ({
  subscriberId,
  firstName: person.first_name,
  username: person.username,
  lang: person.lang,
});

/** By the composition root, in every process. Answers how to make such content. */
export function registerSendContent(messages: Messages, loadMedia: LoadMedia): (data: SendData) => Content {
  return messages.registerContent<SendData>('send', ({ composition, person }, { messageId, subscriberId }) => {
    if (subscriberId === null) throw new Error("A project's message has no subscriber.");
    return composeProjectMessage(loadMedia, composition, toAddressee(subscriberId, person), messageId);
  });
}
