import type { Chat } from '../world/chat.ts';
import { type Person, personOfTelegramId } from '../world/person.ts';
import type { Parameters } from './parameters.ts';
import { badRequest, forbidden, tooManyRequests } from './refusal.ts';
import type { Telegram } from './telegram.ts';

/** The chat that a call names, if the bot may write there. */
export function findChat(telegram: Telegram, parameters: Parameters): { person: Person; chat: Chat } {
  if (!parameters.has('chat_id')) throw badRequest('chat_id is empty');
  const person = telegram.world.people.get(personOfTelegramId(parameters.integer('chat_id')));
  if (!person) throw badRequest('chat not found');
  const chat = telegram.world.chat('telegram', person.id);
  if (person.deactivated) throw forbidden('user is deactivated');
  if (chat.blocked) throw forbidden('bot was blocked by the user');
  if (!chat.started) throw forbidden("bot can't initiate conversation with a user");
  return { person, chat };
}

/** The same for a call that sends, which the limits count. */
export function findChatToSend(telegram: Telegram, parameters: Parameters): { person: Person; chat: Chat } {
  const found = findChat(telegram, parameters);
  const wait = telegram.faults.settings.enforceLimits ? telegram.limits.takeSend(found.person.id) : null;
  if (wait !== null) throw tooManyRequests(wait);
  return found;
}
