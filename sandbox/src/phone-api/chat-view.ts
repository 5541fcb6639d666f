import type { Core } from '../core.ts';
import { midOf, readMid } from '../max/shapes.ts';
import type { Chat } from '../world/chat.ts';
import type { Media, Message } from '../world/message.ts';
import { type Channel, maxUserIdOf, type Person, telegramIdOf } from '../world/person.ts';

export function viewChat({ world, telegram, max }: Core, channel: Channel, person: Person): object {
  const chat = world.chat(channel, person.id);
  return {
    channel,
    person_id: person.id,
    version: chat.version,
    started: chat.started,
    blocked: chat.blocked,
    commands: channel === 'telegram' ? telegram.commands : max.commands,
    messages: chat.messages.map((message) => viewMessage(channel, person, message)),
  };
}

export function viewMessage(channel: Channel, person: Person, message: Message): object {
  return {
    message_id: channel === 'telegram' ? message.id : midOf(person.id, message.id),
    from: message.from,
    text: message.text,
    spans: message.spans,
    buttons: message.rows.flatMap((row, index) =>
      row.map(({ text, url, style }) => ({
        text,
        ...(url === undefined ? {} : { url }),
        row: index,
        ...(style === undefined ? {} : { style }),
      })),
    ),
    media: message.media.map(viewMedia),
    edited: message.editedAt !== null,
    protected: message.protected,
    at: new Date(message.at).toISOString(),
  };
}

const viewMedia = ({ kind, name, size, mime, fileId, url }: Media): object => ({
  kind,
  name,
  size,
  mime,
  url: fileId === null ? url : `/sandbox/media/${fileId}`,
});

/** The message that an id of this API names: a number on Telegram, a mid on MAX. */
export function readMessageId(channel: Channel, id: unknown): number | null {
  if (channel === 'max') return readMid(String(id))?.messageId ?? null;
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : null;
}

export function viewPerson({ world }: Core, person: Person): object {
  const state = (chat: Chat | undefined) => ({
    started: chat?.started ?? false,
    blocked: chat?.blocked ?? false,
    last: chat?.messages.at(-1)?.text.slice(0, 80) ?? null,
    version: chat?.version ?? 0,
  });
  return {
    person_id: person.id,
    first_name: person.firstName,
    username: person.username,
    lang: person.lang,
    deactivated: person.deactivated,
    telegram: { user_id: telegramIdOf(person.id), ...state(world.chats('telegram').get(person.id)) },
    max: { user_id: maxUserIdOf(person.id), ...state(world.chats('max').get(person.id)) },
  };
}
