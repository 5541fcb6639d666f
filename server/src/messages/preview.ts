import type { Database } from '#db';
import { AppError } from '#lib/app-error.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import type { Channel, Format, Lang } from '#messengers';
import type { Subscriber } from '#subscribers';
import { type Addressee, type Composition, renderFor } from './compose/composition.ts';
import type { MessageBody } from './compose/message-body.ts';
import { readComposition } from './compose/read-composition.ts';
import { findRecipients, type RecipientFields, readRecipientName } from './recipients.ts';

export type PreviewBody = MessageBody & RecipientFields & { channels?: Channel[]; lang?: Lang };

export type Preview = {
  /** Null for invented people. */
  subscriberId: string | null;
  channel: Channel | null;
  lang: Lang;
  text: string;
  format: Format;
  plainText: string;
  composition: Composition;
};

const LANGS: Lang[] = ['ru', 'en'];
/** Somebody to show a text to where nobody is named. */
const SAMPLES: Record<Lang, Addressee> = {
  ru: { subscriberId: '019a81c2-7e00-7000-8000-000000000001', firstName: 'Анна', username: 'anna', lang: 'ru' },
  en: { subscriberId: '019a81c2-7e00-7000-8000-000000000001', firstName: 'Anna', username: 'anna', lang: 'en' },
};

/** What would be said: to the recipients, or in both languages to somebody invented. Nothing is stored or charged. */
export async function previewMessages(
  options: { database: Database; outgoing: Pick<Outgoing, 'checkUrl'> },
  projectId: string,
  body: PreviewBody,
): Promise<Preview[]> {
  const name = readRecipientName(body);
  const composition = await readComposition(options, projectId, body);
  if (name === undefined) {
    const langs = body.lang === undefined ? LANGS : [body.lang];
    return langs.map((lang) => preview(composition, SAMPLES[lang], null));
  }
  const recipients = await findRecipients(options.database, projectId, name, body.channels);
  return recipients.map((subscriber) => {
    const { id: subscriberId, firstName, username, lang } = subscriber;
    return preview(composition, { subscriberId, firstName, username, lang: body.lang ?? lang }, subscriber);
  });
}

function preview(composition: Composition, addressee: Addressee, subscriber: Subscriber | null): Preview {
  const rendered = renderFor(composition, addressee);
  if (!rendered.ok) throw new AppError('validation_failed', `The text cannot be sent: ${rendered.problem}.`);
  const { text, format, plainText } = rendered;
  return {
    subscriberId: subscriber?.id ?? null,
    channel: subscriber?.channel ?? null,
    lang: addressee.lang,
    ...{ text, format, plainText, composition },
  };
}
