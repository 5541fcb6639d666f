import type { CallbackQuery, ChatMemberUpdated, Message, Update, User } from '@grammyjs/types';
import { langOf } from '../language.ts';
import type { Incoming, Person } from '../messenger.ts';
import { readStartCommand } from '../start-command.ts';
import { isJsonObject } from '../transport/read-json.ts';

/** What Telegram shall tell; everything here is understood below. */
export const allowedUpdates = ['message', 'callback_query', 'my_chat_member', 'channel_post'] as const;

/** The `?.` are meant: a body comes from outside and may lack what the types promise. */
export function parseUpdate(body: unknown, now: Date): Incoming | undefined {
  if (!isJsonObject(body) || !Number.isSafeInteger(body['update_id'])) return undefined;
  const update = body as unknown as Update;
  const key = String(update.update_id);
  const { message, callback_query: query, my_chat_member: member, channel_post: post } = update;
  const other: Incoming = { key, at: now, kind: 'other' };
  if (message) return readMessage(key, message, now) ?? other;
  if (query) return readTap(key, query, now) ?? other;
  if (member) return readMembership(key, member, now) ?? other;
  const groupId = groupOf(post?.chat);
  return groupId === undefined ? other : { key, at: timeOf(post?.date, now), kind: 'group', groupId };
}

function readMessage(key: string, message: Message, now: Date): Incoming | undefined {
  const at = timeOf(message.date, now);
  const groupId = groupOf(message.chat);
  if (groupId !== undefined) return { key, at, kind: 'group', groupId };
  const person = personOf(message.from);
  const { text } = message;
  if (!person || typeof text !== 'string') return undefined;
  const start = readStartCommand(text);
  return start ? { key, at, kind: 'started', person, ...start } : { key, at, kind: 'text', person, text };
}

/** Telegram gives no time of the tap. The message is missing under inline messages, and a bare id when it is old. */
function readTap(key: string, query: CallbackQuery, now: Date): Incoming | undefined {
  const groupId = groupOf(query.message?.chat);
  if (groupId !== undefined) return { key, at: now, kind: 'group', groupId };
  const person = personOf(query.from);
  const { id, data, message } = query;
  if (!person || typeof id !== 'string' || typeof data !== 'string') return undefined;
  const messageId = Number.isSafeInteger(message?.message_id) ? String(message?.message_id) : null;
  return { key, at: now, kind: 'tap', person, tapId: id, messageId, data };
}

/** In private chats this comes on block and unblock alone; in groups when the bot is put in or taken out. */
function readMembership(key: string, member: ChatMemberUpdated, now: Date): Incoming | undefined {
  const at = timeOf(member.date, now);
  const status = member.new_chat_member?.status;
  const groupId = groupOf(member.chat);
  if (groupId !== undefined)
    return status === 'left' || status === 'kicked' ? undefined : { key, at, kind: 'group', groupId };
  const person = personOf(member.from);
  if (!person) return undefined;
  if (status === 'kicked') return { key, at, kind: 'stopped', person };
  return status === 'member' ? { key, at, kind: 'unblocked', person } : undefined;
}

function groupOf(chat: { id: number; type: string } | undefined): string | undefined {
  const isGroup = chat?.type === 'group' || chat?.type === 'supergroup' || chat?.type === 'channel';
  return isGroup && Number.isSafeInteger(chat.id) ? String(chat.id) : undefined;
}

function personOf(user: User | undefined): Person | undefined {
  if (!user || !Number.isSafeInteger(user.id) || user.is_bot) return undefined;
  const { id, first_name: firstName, username, language_code: locale } = user;
  return { id: String(id), firstName: String(firstName ?? ''), username: username ?? null, lang: langOf(locale) };
}

const timeOf = (seconds: number | undefined, now: Date): Date =>
  typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : now;
