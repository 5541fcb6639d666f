import type { Message } from '@grammyjs/types';
import type { Media, Result } from '../messenger.ts';
import type { BotApi } from './bot-api.ts';
import type { KnownFiles } from './known-files.ts';
import { isBadPhoto } from './refusal.ts';

const largestPhoto = 10 * 1024 * 1024;
const methods = { photo: 'sendPhoto', video: 'sendVideo', document: 'sendDocument' } as const;

type Field = keyof typeof methods;
/** Everything about the message but the file. */
export type MediaParameters = {
  chat_id: number;
  caption?: string;
  parse_mode?: 'HTML';
  protect_content?: boolean;
  reply_markup?: object;
};

/** A photo that Telegram does not take as one, for its size or its shape, goes as a document. */
export async function sendMedia(
  api: BotApi,
  files: KnownFiles,
  media: Media,
  parameters: MediaParameters,
): Promise<Result<{ messageId: string }>> {
  const sendAs = (field: Field) =>
    files.send(media, field, {
      upload: async () => {
        const file = new File([media.bytes as Uint8Array<ArrayBuffer>], media.fileName, { type: media.mimeType });
        const sent = await api.upload(methods[field], parameters as never, { field, file });
        return sent.ok ? { ok: true, value: { sent: idOf(sent.value), fileId: fileIdOf(sent.value, field) } } : sent;
      },
      sendById: async (fileId) => {
        const sent = await api.call(methods[field], { ...parameters, [field]: fileId } as never);
        return sent.ok ? { ok: true, value: idOf(sent.value) } : sent;
      },
    });
  if (media.type !== 'photo') return sendAs(media.type);
  if (media.bytes.length > largestPhoto || files.isNoPhoto(media)) return sendAs('document');
  const sent = await sendAs('photo');
  if (sent.ok || !isBadPhoto(sent.failure)) return sent;
  files.rememberNoPhoto(media);
  return sendAs('document');
}

const idOf = (message: Message): { messageId: string } => ({ messageId: String(message.message_id) });

/** Telegram may take a silent video for an animation; its name then fits no other method, and is not kept. */
function fileIdOf(message: Message, field: Field): string | undefined {
  if (field === 'photo') return message.photo?.at(-1)?.file_id;
  return field === 'video' ? message.video?.file_id : message.document?.file_id;
}
