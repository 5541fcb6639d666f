import { failed, saidNo } from '../failure.ts';
import { type RenderedText, renderText } from '../markup/index.ts';
import type { Media, OutgoingMessage, Result } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import { keyboardOf } from './keyboard.ts';
import type { KnownFiles } from './known-files.ts';
import { sendMedia } from './send-media.ts';

const largestFile = 50 * 1024 * 1024;
const longestCaption = 1024;
// One message a second per chat: the text that follows its media may have to wait.
const textWaits = { times: 3, longestSeconds: 5 };

type Text = Extract<RenderedText, { ok: true }>;
type Sent = Result<{ messageId: string }>;

export type SendMeans = { api: BotApi; files: KnownFiles; pause: (ms: number) => Promise<unknown> };

export function sendMessage(means: SendMeans, personId: string, message: OutgoingMessage): Promise<Sent> {
  const text = renderText(message.text, message.format);
  if (!text.ok) return Promise.resolve(saidNo('invalid_message', text.problem));
  const { media } = message;
  return media ? sendWithMedia(means, personId, message, text, media) : sendText(means.api, personId, message, text);
}

async function sendWithMedia(
  { api, files, pause }: SendMeans,
  personId: string,
  message: OutgoingMessage,
  text: Text,
  media: Media,
): Promise<Sent> {
  if (media.bytes.length > largestFile) return saidNo('invalid_message', 'a file of more than 50 MB');
  if (text.length <= longestCaption) {
    return sendMedia(api, files, media, { ...addressOf(personId, message), ...captionOf(text) });
  }

  const sent = await sendMedia(api, files, media, addressOf(personId, { ...message, buttons: [] }));
  if (!sent.ok) return sent;
  const followed = await followWithText(() => sendText(api, personId, message, text), pause);
  return followed.ok ? sent : followed;
}

/** The media is out and cannot be taken back: a failure here must not make anybody send it again. */
async function followWithText(send: () => Promise<Sent>, pause: (ms: number) => Promise<unknown>): Promise<Sent> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send();
    if (sent.ok) return sent;
    const { failure } = sent;
    const wait =
      failure.kind === 'said_no' && failure.reason === 'rate_limited' ? (failure.retryAfter ?? 1) : undefined;
    if (wait !== undefined && attempt < textWaits.times && wait <= textWaits.longestSeconds) {
      await pause(wait * 1000);
      continue;
    }
    const isFinal = failure.kind === 'said_no' && wait === undefined && failure.reason !== 'platform_unavailable';
    const detail = `the media was sent, its text was not: ${failure.detail}`;
    return failed(isFinal ? { ...failure, detail } : { kind: 'unreachable', maybeDone: true, detail });
  }
}

async function sendText(api: BotApi, personId: string, message: OutgoingMessage, text: Text): Promise<Sent> {
  const sent = await api.call('sendMessage', {
    ...addressOf(personId, message),
    text: text.text,
    ...(text.isHtml ? { parse_mode: 'HTML' } : {}),
    link_preview_options: { is_disabled: true },
  });
  return sent.ok ? { ok: true, value: { messageId: String(sent.value.message_id) } } : sent;
}

const captionOf = ({ text, isHtml }: Text) =>
  text === '' ? {} : { caption: text, ...(isHtml ? { parse_mode: 'HTML' as const } : {}) };

const addressOf = (personId: string, { confidential, buttons }: OutgoingMessage) => ({
  chat_id: Number(personId),
  ...(confidential ? { protect_content: true } : {}),
  ...keyboardOf(buttons),
});
