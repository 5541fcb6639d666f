import type { Media, Message, Span } from '../world/message.ts';
import { type Person, telegramIdOf } from '../world/person.ts';
import type { Telegram } from './telegram.ts';

type Json = Record<string, unknown>;

const entityTypes: Partial<Record<Span['type'], string>> = {
  link: 'text_link',
  quote: 'blockquote',
  command: 'bot_command',
};

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export const botUser = ({ bot }: Telegram): Json => ({
  id: bot.id,
  is_bot: true,
  first_name: bot.name,
  username: bot.username,
});

export const personUser = (person: Person): Json => ({
  id: telegramIdOf(person.id),
  is_bot: false,
  first_name: person.firstName,
  ...(person.username ? { username: person.username } : {}),
  language_code: person.lang,
});

export const privateChat = (person: Person): Json => ({
  id: telegramIdOf(person.id),
  first_name: person.firstName,
  ...(person.username ? { username: person.username } : {}),
  type: 'private',
});

const entityOf = ({ type, ...rest }: Span): Json => ({ type: entityTypes[type] ?? type, ...rest });

export function messageOf(telegram: Telegram, person: Person, message: Message): Json {
  const media = message.media[0];
  const entities = message.spans.map(entityOf);
  return {
    message_id: message.id,
    from: message.from === 'bot' ? botUser(telegram) : personUser(person),
    chat: privateChat(person),
    date: seconds(message.at),
    ...(message.editedAt === null ? {} : { edit_date: seconds(message.editedAt) }),
    ...(message.protected ? { has_protected_content: true } : {}),
    ...(media ? mediaOf(media) : {}),
    ...(message.text === '' ? {} : { [media ? 'caption' : 'text']: message.text }),
    ...(entities.length === 0 ? {} : { [media ? 'caption_entities' : 'entities']: entities }),
    ...(message.rows.length === 0
      ? {}
      : { reply_markup: { inline_keyboard: message.rows.map((row) => row.map(buttonOf)) } }),
  };
}

const buttonOf = ({ text, url, data, style }: Message['rows'][number][number]): Json => ({
  text,
  ...(url === undefined ? {} : { url }),
  ...(data === undefined ? {} : { callback_data: data }),
  ...(style === undefined ? {} : { style }),
});

function mediaOf(media: Media): Json {
  const file = {
    file_id: media.fileId ?? `remote-${media.name}`,
    file_unique_id: (media.fileId ?? media.name).slice(0, 16),
    file_size: media.size,
  };
  const named = { file_name: media.name, mime_type: media.mime };
  if (media.kind === 'photo') return { photo: [{ ...file, width: 1280, height: 720 }] };
  if (media.kind === 'video') return { video: { ...file, ...named, width: 1280, height: 720, duration: 1 } };
  return { document: { ...file, ...named } };
}
