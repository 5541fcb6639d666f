import type { Core } from '../core.ts';
import { startMax, stopMax, tapMax, typeMax } from '../max/person-acts.ts';
import { blockTelegram, startTelegram, tapTelegram, typeTelegram, unblockTelegram } from '../telegram/person-acts.ts';
import type { Channel, Person } from '../world/person.ts';
import { readMessageId, viewChat, viewMessage } from './chat-view.ts';
import { type Input, InputProblem, readChannel, readPerson, readString } from './input.ts';
import { readLink } from './link.ts';

const answerWaitMs = 5000;

/** What a person does with the messenger in hand. */
export function openLink(core: Core, input: Input): object {
  const person = readActivePerson(core, input);
  const link = readLink(readString(input, 'link', 4096));
  if (link.outcome === 'invalid') throw new InputProblem(400, link.reason);
  const { channel, payload } = link;
  if (link.bot.toLowerCase() !== core[channel].bot.username.toLowerCase()) {
    throw new InputProblem(404, `there is no bot ${link.bot}; the sandbox has ${core[channel].bot.username}`);
  }
  if (channel === 'telegram') startTelegram(core.telegram, person, payload);
  else startMax(core.max, person, payload);
  return { channel, person_id: person.id, payload, chat: viewChat(core, channel, person) };
}

export function typeText(core: Core, input: Input): object {
  const person = readActivePerson(core, input);
  const channel = readChannel(input['channel']);
  const text = readString(input, 'text', 4096);
  refuseIfBlocked(core, channel, person);
  const message = channel === 'telegram' ? typeTelegram(core.telegram, person, text) : typeMax(core.max, person, text);
  return { channel, message: viewMessage(channel, person, message) };
}

/** A link button answers its address; a callback button waits a little for what the bot says. */
export async function tapButton(core: Core, input: Input): Promise<object> {
  const person = readActivePerson(core, input);
  const channel = readChannel(input['channel']);
  const messageId = readMessageId(channel, input['message_id']);
  const label = readString(input, 'button', 256);
  const message = messageId === null ? undefined : core.world.findMessage(channel, person.id, messageId);
  if (!message) throw new InputProblem(404, 'there is no such message in this chat');
  const buttons = message.rows.flat();
  const button = buttons.find(({ text }) => text === label);
  if (!button) {
    const labels = buttons.map(({ text }) => text).join(', ') || 'none';
    throw new InputProblem(404, `there is no button "${label}" under this message; there are: ${labels}`);
  }
  if (button.url !== undefined) return { url: button.url };
  refuseIfBlocked(core, channel, person);
  const callback =
    channel === 'telegram'
      ? tapTelegram(core.telegram, person, message, button)
      : tapMax(core.max, person, message, button);
  const answer = await core[channel].callbacks.waitForAnswer(callback.id, answerWaitMs);
  if (!answer) return { answered: false };
  return { answered: true, ...(answer.text === null ? {} : { notification: answer.text, alert: answer.alert }) };
}

export function blockBot(core: Core, input: Input): object {
  const person = readPerson(core, input['person_id']);
  const channel = readChannel(input['channel']);
  if (channel === 'telegram') blockTelegram(core.telegram, person);
  else stopMax(core.max, person, input['remove'] === true);
  return { channel, blocked: true };
}

/** On MAX a stopped bot is resumed, which the bot sees as a start without a payload. */
export function unblockBot(core: Core, input: Input): object {
  const person = readPerson(core, input['person_id']);
  const channel = readChannel(input['channel']);
  if (channel === 'telegram') unblockTelegram(core.telegram, person);
  else if (core.world.chat('max', person.id).blocked) startMax(core.max, person, '');
  return { channel, blocked: false };
}

/** The account is gone: the bot may not write there any more, on either messenger. */
export function deactivatePerson(core: Core, input: Input): object {
  const person = readPerson(core, input['person_id']);
  person.deactivated = true;
  core.world.touch();
  core.world.emit({ type: 'people' });
  return { deactivated: true };
}

function readActivePerson(core: Core, input: Input): Person {
  const person = readPerson(core, input['person_id']);
  if (person.deactivated) throw new InputProblem(400, 'this account is deactivated');
  return person;
}

function refuseIfBlocked(core: Core, channel: Channel, person: Person): void {
  if (core.world.chat(channel, person.id).blocked) {
    throw new InputProblem(400, 'this person has blocked the bot; unblock it first');
  }
}
