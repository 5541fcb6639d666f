import { enqueueUpdate } from '../updates/enqueue-update.ts';
import type { Callback } from '../world/callback.ts';
import type { Button, Message } from '../world/message.ts';
import { maxChatIdOf, type Person } from '../world/person.ts';
import type { Max } from './max.ts';
import { messageOf, personUser } from './shapes.ts';

const longestPayload = 512;

/** Start, by a link or by hand; a payload that is too long is left out, as in the original. */
export function startMax(max: Max, person: Person, payload: string): void {
  const chat = max.world.chat('max', person.id);
  chat.started = true;
  chat.blocked = false;
  max.world.changed('max', person.id);
  enqueueForDialog(max, 'bot_started', person, {
    payload: payload && payload.length <= longestPayload ? payload : null,
  });
}

export function typeMax(max: Max, person: Person, text: string): Message {
  max.world.chat('max', person.id).started = true;
  const message = max.world.addMessage('max', person, 'person', { text });
  enqueue(max, 'message_created', person, { message: messageOf(max, person, message) });
  return message;
}

export function tapMax(max: Max, person: Person, message: Message, button: Button): Callback {
  const at = max.world.now();
  const callback: Callback = {
    id: `cb.${max.world.next('callback').toString(16).padStart(24, '0')}`,
    channel: 'max',
    personId: person.id,
    messageId: message.id,
    at,
    answered: false,
  };
  max.callbacks.add(callback);
  enqueue(max, 'message_callback', person, {
    callback: { timestamp: at, callback_id: callback.id, payload: button.data, user: personUser(person, at) },
    message: messageOf(max, person, message),
  });
  return callback;
}

/** Stopping the bot; removing the dialogue stops it too, and takes the history along. */
export function stopMax(max: Max, person: Person, remove: boolean): void {
  const chat = max.world.chat('max', person.id);
  const wasBlocked = chat.blocked;
  chat.blocked = true;
  if (remove) chat.messages = [];
  max.world.changed('max', person.id);
  if (!wasBlocked) enqueueForDialog(max, 'bot_stopped', person, {});
  if (remove) enqueueForDialog(max, 'dialog_removed', person, {});
}

function enqueueForDialog(max: Max, type: string, person: Person, fields: object): void {
  enqueue(max, type, person, { chat_id: maxChatIdOf(person.id), user: personUser(person, max.world.now()), ...fields });
}

function enqueue(max: Max, type: string, person: Person, fields: object): void {
  const timestamp = max.world.now();
  enqueueUpdate(max, type, person.id, () => ({ update_type: type, timestamp, ...fields, user_locale: person.lang }));
}
