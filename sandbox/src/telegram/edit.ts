import { type Message, type MessageContent, sameContent } from '../world/message.ts';
import type { Person } from '../world/person.ts';
import { findChat } from './find-chat.ts';
import { readCaption, readText } from './formatted-text.ts';
import { readKeyboard } from './keyboard.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';
import { messageOf } from './shapes.ts';
import type { Telegram } from './telegram.ts';

const deletableForMs = 48 * 60 * 60 * 1000;

/** An edit without `reply_markup` takes the keyboard away, as in the original. */
export function editMessageText(telegram: Telegram, parameters: Parameters): object {
  const { person, message } = findMessage(telegram, parameters);
  if (message.media.length > 0) throw badRequest('there is no text in the message to edit');
  return applyEdit(telegram, person, message, { ...readText(parameters), rows: readKeyboard(parameters) });
}

export function editMessageCaption(telegram: Telegram, parameters: Parameters): object {
  const { person, message } = findMessage(telegram, parameters);
  if (message.media.length === 0) throw badRequest('there is no caption in the message to edit');
  return applyEdit(telegram, person, message, { ...readCaption(parameters), rows: readKeyboard(parameters) });
}

export function editMessageReplyMarkup(telegram: Telegram, parameters: Parameters): object {
  const { person, message } = findMessage(telegram, parameters);
  return applyEdit(telegram, person, message, { rows: readKeyboard(parameters) });
}

export function deleteMessage(telegram: Telegram, parameters: Parameters): true {
  const { person } = findChat(telegram, parameters);
  const message = telegram.world.findMessage('telegram', person.id, parameters.integer('message_id'));
  if (!message) throw badRequest('message to delete not found');
  if (telegram.world.now() - message.at > deletableForMs) throw badRequest("message can't be deleted for everyone");
  telegram.world.removeMessage('telegram', person.id, message.id);
  return true;
}

function findMessage(telegram: Telegram, parameters: Parameters): { person: Person; message: Message } {
  const { person } = findChat(telegram, parameters);
  const message = telegram.world.findMessage('telegram', person.id, parameters.integer('message_id'));
  if (!message) throw badRequest('message to edit not found');
  if (message.from !== 'bot') throw badRequest("message can't be edited");
  return { person, message };
}

function applyEdit(telegram: Telegram, person: Person, message: Message, change: Partial<MessageContent>): object {
  if (sameContent(message, { ...message, ...change })) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  Object.assign(message, change, { editedAt: telegram.world.now() });
  telegram.world.changed('telegram', person.id);
  return messageOf(telegram, person, message);
}
