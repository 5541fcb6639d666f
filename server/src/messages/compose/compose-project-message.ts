import type { Media, OutgoingMessage } from '#messengers';
import type { Composed } from '../queue/content.ts';
import { toButtons } from './buttons.ts';
import { type Addressee, type Composition, type MediaWish, renderFor } from './composition.ts';

/** What a message comes to that cannot be put into words for this person; ends it without a word to the platform. */
type CannotCompose = { fail: 'invalid_message'; error: string };

/** `messageId` is the UUID of the message, which the taps of its buttons name. */
export function outgoingMessage(
  composition: Composition,
  addressee: Addressee,
  { messageId, media }: { messageId: string; media?: Media },
): OutgoingMessage | CannotCompose {
  const rendered = renderFor(composition, addressee);
  if (!rendered.ok) return { fail: 'invalid_message', error: rendered.problem };
  const { text, format } = rendered;
  const buttons = composition.buttons && toButtons(composition.buttons, messageId);
  return { text, format, ...(buttons && { buttons }), ...(media && { media }) };
}

/** Where the media of a composition comes from. */
export type LoadMedia = (wish: MediaWish) => Promise<LoadedMedia>;
export type LoadedMedia = { ok: true; media: Media } | { ok: false; problem: string; retryable: boolean };

/** One message as it goes out, its media loaded; where that may be there later, it is tried again. */
export function composeProjectMessage(
  loadMedia: LoadMedia,
  composition: Composition,
  addressee: Addressee,
  messageId: string,
): Composed | Promise<Composed> {
  const { media } = composition;
  if (media === undefined) return outgoingMessage(composition, addressee, { messageId });
  return composeWithMedia(loadMedia(media), composition, addressee, messageId);
}

async function composeWithMedia(
  loading: Promise<LoadedMedia>,
  composition: Composition,
  addressee: Addressee,
  messageId: string,
): Promise<Composed> {
  const loaded = await loading;
  if (loaded.ok) return outgoingMessage(composition, addressee, { messageId, media: loaded.media });
  const error = `media: ${loaded.problem}`;
  return loaded.retryable ? { retry: 'invalid_message', error } : { fail: 'invalid_message', error };
}
