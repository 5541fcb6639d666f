import { randomUUID } from 'node:crypto';
import { fileTypeOf } from '../world/file-type.ts';
import type { Media } from '../world/message.ts';
import { findChat, findChatToSend } from './find-chat.ts';
import { readCaption, readText } from './formatted-text.ts';
import { problemOfUrl, readKeyboard } from './keyboard.ts';
import type { Parameters } from './parameters.ts';
import { badRequest, TelegramRefusal } from './refusal.ts';
import { messageOf } from './shapes.ts';
import type { Telegram } from './telegram.ts';

const megabyte = 1024 * 1024;
const largestPhoto = 10 * megabyte;
const largestFile = 50 * megabyte;

export function sendMessage(telegram: Telegram, parameters: Parameters): object {
  const { person } = findChatToSend(telegram, parameters);
  const rows = readKeyboard(parameters);
  const message = telegram.world.addMessage('telegram', person, 'bot', {
    ...readText(parameters),
    rows,
    protected: parameters.flag('protect_content'),
  });
  return messageOf(telegram, person, message);
}

export const sendMedia =
  (kind: 'photo' | 'video' | 'document') =>
  async (telegram: Telegram, parameters: Parameters): Promise<object> => {
    const { person } = findChatToSend(telegram, parameters);
    const rows = readKeyboard(parameters);
    const caption = readCaption(parameters);
    const media = await readMedia(telegram, parameters, kind);
    const message = telegram.world.addMessage('telegram', person, 'bot', {
      ...caption,
      rows,
      media: [media],
      protected: parameters.flag('protect_content'),
    });
    return messageOf(telegram, person, message);
  };

async function readMedia(
  telegram: Telegram,
  parameters: Parameters,
  kind: 'photo' | 'video' | 'document',
): Promise<Media> {
  const file = parameters.file(kind);
  if (file) {
    if (file.size > largestFile) throw new TelegramRefusal(413, 'Request Entity Too Large');
    if (file.size === 0) throw badRequest('file must be non-empty');
    if (kind === 'photo' && file.size > largestPhoto) {
      throw badRequest(
        `file of size ${file.size} bytes is too big for a photo; the maximum size is ${largestPhoto} bytes`,
      );
    }
    const fileId = randomUUID();
    const bytes = await file.bytes();
    const mime = fileTypeOf(bytes, file.type);
    telegram.files.put(fileId, { bytes, mime, name: file.name });
    return { kind, name: file.name, size: file.size, mime, fileId, url: null };
  }
  const source = parameters.text(kind);
  if (source === '') throw badRequest(`there is no ${kind} in the request`);
  const known = telegram.files.get(source);
  if (known) return { kind, name: known.name, size: known.bytes.length, mime: known.mime, fileId: source, url: null };
  if (!/^https?:/i.test(source)) throw badRequest('wrong file identifier/HTTP URL specified');
  // The original downloads the file, which it cannot do from a private address.
  if (problemOfUrl(source)) throw badRequest('failed to get HTTP URL content');
  const name = new URL(source).pathname.split('/').at(-1) || kind;
  return { kind, name, size: 0, mime: 'application/octet-stream', fileId: null, url: source };
}

export function sendChatAction(telegram: Telegram, parameters: Parameters): true {
  const { person } = findChat(telegram, parameters);
  telegram.world.emit({ type: 'typing', channel: 'telegram', personId: person.id });
  return true;
}
