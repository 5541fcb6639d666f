import type { Message, MessageContent } from '../world/message.ts';
import { type Person, personOfMaxChatId, personOfMaxUserId } from '../world/person.ts';
import type { Max } from './max.ts';
import { readMessageBody } from './message-body.ts';
import { badPayload, MaxRefusal, notFound, tooManyRequests } from './refusal.ts';
import { messageOf, readMid } from './shapes.ts';

type Fields = Readonly<Record<string, unknown>>;
const success = { success: true };

export function postMessage(max: Max, query: URLSearchParams, body: Fields): object {
  const person = findRecipient(max, query);
  const wait = max.faults.settings.enforceLimits ? max.limits.takeSend(person.id) : null;
  if (wait !== null) throw tooManyRequests(wait);
  const content = readMessageBody(max, body);
  if (!content.text && !content.media?.length) throw badPayload('Message must have text or attachments');
  const message = max.world.addMessage('max', person, 'bot', content);
  return { message: messageOf(max, person, message) };
}

export function putMessage(max: Max, query: URLSearchParams, body: Fields): object {
  const { person, message } = findMessage(max, query.get('message_id'));
  checkDialog(max, person);
  if (message.from !== 'bot') throw new MaxRefusal(403, 'access.denied', 'Only own messages can be edited');
  editMaxMessage(max, person, message, readMessageBody(max, body));
  return success;
}

export function editMaxMessage(max: Max, person: Person, message: Message, content: Partial<MessageContent>): void {
  Object.assign(message, content, { editedAt: max.world.now() });
  max.world.changed('max', person.id);
}

export function deleteMessage(max: Max, query: URLSearchParams): object {
  const { person, message } = findMessage(max, query.get('message_id'));
  max.world.removeMessage('max', person.id, message.id);
  return success;
}

export function getMessages(max: Max, query: URLSearchParams): object {
  const mids = query.get('message_ids');
  if (mids !== null) {
    return { messages: mids.split(',').map((mid) => getMessage(max, mid)) };
  }
  const person = findRecipient(max, query);
  const count = Math.min(Math.max(Number(query.get('count') ?? 50), 1), 100);
  const newest = max.world.chat('max', person.id).messages.slice(-count).reverse();
  return { messages: newest.map((message) => messageOf(max, person, message)) };
}

export function getMessage(max: Max, mid: string): object {
  const { person, message } = findMessage(max, mid);
  return messageOf(max, person, message);
}

export function sendAction(max: Max, chatId: string): object {
  const person = findRecipient(max, new URLSearchParams({ chat_id: chatId }));
  max.world.emit({ type: 'typing', channel: 'max', personId: person.id });
  return success;
}

function findRecipient(max: Max, query: URLSearchParams): Person {
  const userId = query.get('user_id');
  const chatId = query.get('chat_id');
  if (userId === null && chatId === null) throw badPayload('Unknown recipient');
  const personId = userId === null ? personOfMaxChatId(Number(chatId)) : personOfMaxUserId(Number(userId));
  const person = max.world.people.get(personId);
  const code = userId === null ? 'chat.not.found' : 'dialog.not.found';
  if (!person || person.deactivated) throw new MaxRefusal(404, code, code);
  checkDialog(max, person);
  return person;
}

function checkDialog(max: Max, person: Person): void {
  const chat = max.world.chat('max', person.id);
  if (chat.blocked) throw new MaxRefusal(403, 'chat.denied', 'error.dialog.suspended');
  if (!chat.started) throw new MaxRefusal(404, 'dialog.not.found', 'dialog.not.found');
}

function findMessage(max: Max, mid: string | null): { person: Person; message: Message } {
  if (!mid) throw badPayload('Missing required parameter: message_id');
  const ids = readMid(mid);
  const person = ids ? max.world.people.get(ids.personId) : undefined;
  const message = ids ? max.world.findMessage('max', ids.personId, ids.messageId) : undefined;
  if (!person || !message) throw notFound(`Message ${mid} not found`);
  return { person, message };
}
