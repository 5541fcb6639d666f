import { failed, saidNo } from '../failure.ts';
import { type RenderedText, renderText } from '../markup/index.ts';
import type { Media, OutgoingMessage, Result } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import { keyboardOf } from './keyboard.ts';

const megabyte = 1024 * 1024;
const largestPhoto = 10 * megabyte;
const largestFile = 50 * megabyte;
const longestCaption = 1024;
// One message a second per chat: the text that follows its media may have to wait.
const textWaits = { times: 3, longestSeconds: 5 };

const uploads = { photo: 'sendPhoto', video: 'sendVideo', document: 'sendDocument' } as const;

type Text = Extract<RenderedText, { ok: true }>;
type Sent = Result<{ messageId: string }>;

export async function sendMessage(
  api: BotApi,
  pause: (ms: number) => Promise<unknown>,
  personId: string,
  message: OutgoingMessage,
): Promise<Sent> {
  const text = renderText(message.text, message.format);
  if (!text.ok) return saidNo('invalid_message', text.problem);
  const { media } = message;
  if (!media) return sendText(api, personId, message, text);
  if (media.bytes.length > largestFile) return saidNo('invalid_message', 'a file of more than 50 MB');
  if (text.length <= longestCaption) return sendMedia(api, personId, message, media, text);

  const sent = await sendMedia(api, personId, { ...message, buttons: [] }, media, undefined);
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
    if (isFinal) return sent;
    return failed({
      kind: 'unreachable',
      maybeDone: true,
      detail: `the media was sent, its text was not: ${failure.detail}`,
    });
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

async function sendMedia(
  api: BotApi,
  personId: string,
  message: OutgoingMessage,
  media: Media,
  caption: Text | undefined,
): Promise<Sent> {
  const field = media.type === 'photo' && media.bytes.length > largestPhoto ? 'document' : media.type;
  const file = new File([media.bytes as Uint8Array<ArrayBuffer>], media.fileName, { type: media.mimeType });
  const sent = await api.upload(
    uploads[field],
    {
      ...addressOf(personId, message),
      ...(caption && caption.length > 0
        ? { caption: caption.text, ...(caption.isHtml ? { parse_mode: 'HTML' } : {}) }
        : {}),
    },
    { field, file },
  );
  return sent.ok ? { ok: true, value: { messageId: String(sent.value.message_id) } } : sent;
}

const addressOf = (personId: string, { confidential, buttons }: OutgoingMessage) => ({
  chat_id: Number(personId),
  ...(confidential ? { protect_content: true } : {}),
  ...keyboardOf(buttons),
});
