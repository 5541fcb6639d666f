import { enqueueUpdate } from '../updates/enqueue-update.ts';
import type { Callback } from '../world/callback.ts';
import type { Button, Message, Span } from '../world/message.ts';
import type { Person } from '../world/person.ts';
import { botUser, messageOf, personUser, privateChat, seconds } from './shapes.ts';
import type { Telegram } from './telegram.ts';

/** Start, with or without a payload; after a block it is "Restart", which unblocks first. */
export function startTelegram(telegram: Telegram, person: Person, payload: string): void {
  unblockTelegram(telegram, person);
  typeTelegram(telegram, person, payload ? `/start ${payload}` : '/start');
}

export function typeTelegram(telegram: Telegram, person: Person, text: string): Message {
  const chat = telegram.world.chat('telegram', person.id);
  chat.started = true;
  const message = telegram.world.addMessage('telegram', person, 'person', { text, spans: commandsIn(text) });
  enqueue(telegram, 'message', person, messageOf(telegram, person, message));
  return message;
}

export function tapTelegram(telegram: Telegram, person: Person, message: Message, button: Button): Callback {
  const callback: Callback = {
    id: `${telegram.bot.id}${String(telegram.world.next('callback')).padStart(12, '0')}`,
    channel: 'telegram',
    personId: person.id,
    messageId: message.id,
    at: telegram.world.now(),
    answered: false,
  };
  telegram.callbacks.add(callback);
  enqueue(telegram, 'callback_query', person, {
    id: callback.id,
    from: personUser(person),
    message: messageOf(telegram, person, message),
    chat_instance: String(person.id * 1_000_003),
    data: button.data,
  });
  return callback;
}

export function blockTelegram(telegram: Telegram, person: Person): void {
  setBlocked(telegram, person, true);
}

export function unblockTelegram(telegram: Telegram, person: Person): void {
  setBlocked(telegram, person, false);
}

function setBlocked(telegram: Telegram, person: Person, blocked: boolean): void {
  const chat = telegram.world.chat('telegram', person.id);
  if (chat.blocked === blocked) return;
  chat.blocked = blocked;
  telegram.world.changed('telegram', person.id);
  const [before, after] = blocked ? ['member', 'kicked'] : ['kicked', 'member'];
  const user = botUser(telegram);
  const member = (status: string | undefined) => ({ user, status, ...(status === 'kicked' ? { until_date: 0 } : {}) });
  enqueue(telegram, 'my_chat_member', person, {
    chat: privateChat(person),
    from: personUser(person),
    date: seconds(telegram.world.now()),
    old_chat_member: member(before),
    new_chat_member: member(after),
  });
}

function enqueue(telegram: Telegram, type: string, person: Person, body: object): void {
  const allowed = telegram.allowedUpdates;
  const wanted = allowed && allowed.length > 0 ? allowed.includes(type) : type !== 'my_chat_member';
  if (wanted) enqueueUpdate(telegram, type, person.id, (id) => ({ update_id: id, [type]: body }));
}

function commandsIn(text: string): Span[] {
  const command = /^\/[a-z0-9_]+/i.exec(text);
  return command ? [{ type: 'command', offset: 0, length: command[0].length }] : [];
}
