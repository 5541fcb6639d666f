import { createHash } from 'node:crypto';
import { langOf } from '../language.ts';
import type { Incoming, Person } from '../messenger.ts';
import { readStartCommand, readStartPayload } from '../start-command.ts';
import { isJsonObject } from '../transport/read-json.ts';
import type { MaxMessage, MaxUpdate, MaxUser } from './shapes.ts';

/** What MAX shall tell; everything here is understood below. */
export const updateTypes = [
  'bot_started',
  'bot_stopped',
  'message_created',
  'message_callback',
  'dialog_removed',
  'bot_added',
];

export function parseUpdate(body: unknown, now: Date): Incoming | undefined {
  if (!isJsonObject(body) || typeof body['update_type'] !== 'string') return undefined;
  const update = body as unknown as MaxUpdate;
  const common = { key: keyOf(update), at: timeOf(update.timestamp, now) };
  return { ...common, ...(readContent(update) ?? { kind: 'other' }) };
}

type Content = Incoming extends infer I ? (I extends Incoming ? Omit<I, 'key' | 'at'> : never) : never;

function readContent(update: MaxUpdate): Content | undefined {
  const groupId = groupOf(update);
  if (groupId !== undefined) return { kind: 'group', groupId };
  const { user_locale: locale, callback, message } = update;
  const person = personOf(callback?.user ?? message?.sender ?? update.user, locale);
  if (!person) return undefined;
  switch (update.update_type) {
    case 'bot_started':
      return { kind: 'started', person, payload: readStartPayload(update.payload) };
    case 'bot_stopped':
    case 'dialog_removed':
      return { kind: 'stopped', person };
    case 'message_callback':
      return readTap(update, person);
    case 'message_created':
      return readText(message, person);
    default:
      return undefined;
  }
}

function readTap({ callback, message }: MaxUpdate, person: Person): Content | undefined {
  const tapId = callback?.callback_id;
  if (typeof tapId !== 'string') return undefined;
  const mid = message?.body?.mid;
  const data = typeof callback?.payload === 'string' ? callback.payload : '';
  return { kind: 'tap', person, tapId, messageId: typeof mid === 'string' ? mid : null, data };
}

function readText(message: MaxMessage | null | undefined, person: Person): Content | undefined {
  const text = message?.body?.text;
  if (typeof text !== 'string' || text === '') return undefined;
  const start = readStartCommand(text);
  return start ? { kind: 'started', person, ...start } : { kind: 'text', person, text };
}

function groupOf({ update_type: type, chat_id: chatId, message }: MaxUpdate): string | undefined {
  if (type === 'bot_added') return Number.isSafeInteger(chatId) ? String(chatId) : undefined;
  const { chat_type: chatType, chat_id: id } = message?.recipient ?? {};
  return (chatType === 'chat' || chatType === 'channel') && Number.isSafeInteger(id) ? String(id) : undefined;
}

/**
 * MAX numbers no updates. A tap has its own id, which some documents call the keyboard's: with the time of the
 * tap it is one tap's in either case. Everything else is told apart by what it says.
 */
function keyOf(update: MaxUpdate): string {
  const { update_type: type, timestamp, chat_id: chatId, user, payload, message, callback } = update;
  if (typeof callback?.callback_id === 'string') return `tap:${callback.callback_id}:${callback.timestamp ?? ''}`;
  const chat = chatId ?? message?.recipient?.chat_id ?? null;
  const person = user?.user_id ?? message?.sender?.user_id ?? null;
  const said = JSON.stringify([type, timestamp ?? null, chat, person, payload ?? null, message?.body?.mid ?? null]);
  return createHash('sha256').update(said).digest('base64url');
}

function personOf(user: MaxUser | undefined, locale: unknown): Person | undefined {
  if (!user || !Number.isSafeInteger(user.user_id) || user.is_bot) return undefined;
  const firstName = String(user.first_name ?? user.name ?? '');
  const username = typeof user.username === 'string' && user.username !== '' ? user.username : null;
  return { id: String(user.user_id), firstName, username, lang: langOf(locale) };
}

const timeOf = (milliseconds: unknown, now: Date): Date =>
  typeof milliseconds === 'number' && milliseconds > 0 && milliseconds < 1e14 ? new Date(milliseconds) : now;
