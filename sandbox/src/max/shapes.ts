import type { Button, Media, Message, Span } from '../world/message.ts';
import { maxChatIdOf, maxUserIdOf, type Person } from '../world/person.ts';
import type { Max } from './max.ts';

type Json = Record<string, unknown>;

const markupTypes: Partial<Record<Span['type'], string>> = {
  bold: 'strong',
  italic: 'emphasized',
  code: 'monospaced',
  pre: 'monospaced',
  link: 'link',
  strikethrough: 'strikethrough',
  underline: 'underline',
  heading: 'heading',
  highlight: 'highlighted',
  quote: 'quote',
};

const attachmentTypes = { photo: 'image', video: 'video', audio: 'audio', document: 'file' } as const;

const hex = (value: number): string => value.toString(16).padStart(12, '0');

/** A message id as MAX writes it: its digits carry the dialogue and the message. */
export const midOf = (personId: number, messageId: number): string => `mid.${hex(personId)}${hex(messageId)}`;

export function readMid(mid: string): { personId: number; messageId: number } | null {
  const [, person, message] = /^mid\.([0-9a-f]{12})([0-9a-f]{12})$/.exec(mid) ?? [];
  return person && message ? { personId: Number.parseInt(person, 16), messageId: Number.parseInt(message, 16) } : null;
}

export const botUser = ({ bot, world }: Max): Json => ({
  user_id: bot.id,
  first_name: bot.name,
  name: bot.name,
  username: bot.username,
  is_bot: true,
  last_activity_time: world.now(),
});

export const personUser = (person: Person, now: number): Json => ({
  user_id: maxUserIdOf(person.id),
  first_name: person.firstName,
  last_name: '',
  name: person.firstName,
  username: person.username,
  is_bot: false,
  last_activity_time: now,
});

export function messageOf(max: Max, person: Person, message: Message): Json {
  const fromBot = message.from === 'bot';
  const markup = message.spans.flatMap((span) => markupOf(span));
  return {
    sender: fromBot ? botUser(max) : personUser(person, message.at),
    recipient: {
      chat_id: maxChatIdOf(person.id),
      chat_type: 'dialog',
      user_id: fromBot ? maxUserIdOf(person.id) : max.bot.id,
    },
    timestamp: message.at,
    body: {
      mid: midOf(person.id, message.id),
      seq: message.id,
      text: message.text,
      attachments: attachmentsOf(message),
      ...(markup.length === 0 ? {} : { markup }),
    },
  };
}

function markupOf({ type, offset, length, url }: Span): Json[] {
  const name = markupTypes[type];
  return name ? [{ type: name, from: offset, length, ...(url ? { url } : {}) }] : [];
}

function attachmentsOf({ media, rows }: Message): Json[] {
  const attachments = media.map(mediaOf);
  if (rows.length > 0) {
    attachments.push({ type: 'inline_keyboard', payload: { buttons: rows.map((row) => row.map(buttonOf)) } });
  }
  return attachments;
}

function mediaOf(media: Media): Json {
  const payload = { url: media.url ?? '', token: media.fileId ?? '' };
  const type = attachmentTypes[media.kind];
  if (type === 'image') return { type, payload: { ...payload, photo_id: media.size } };
  if (type === 'file') return { type, payload, filename: media.name, size: media.size };
  return { type, payload };
}

const buttonOf = ({ text, url, data }: Button): Json =>
  url === undefined ? { type: 'callback', text, payload: data } : { type: 'link', text, url };
