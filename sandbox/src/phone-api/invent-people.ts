import type { Core } from '../core.ts';
import { maxUserIdOf, type Person, telegramIdOf } from '../world/person.ts';
import { viewPerson } from './chat-view.ts';
import { type Input, InputProblem, readChannel, readQueryNumber, readString } from './input.ts';

const mostAtOnce = 200_000;

export function inventPerson(core: Core, input: Input): object {
  const firstName = readString(input, 'first_name', 64).trim();
  const username = input['username'] ?? null;
  const lang = input['lang'] ?? 'en';
  if (username !== null && (typeof username !== 'string' || !/^\w{1,32}$/.test(username))) {
    throw new InputProblem(400, 'username must be 1 to 32 of A-Z, a-z, 0-9, _, or null');
  }
  if (typeof lang !== 'string' || !/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(lang)) {
    throw new InputProblem(400, 'lang must be a language tag, as ru or en-GB');
  }
  return viewPerson(core, core.world.addPerson({ firstName, username, lang }));
}

export function listPeople(core: Core, query: URLSearchParams): object {
  const limit = readQueryNumber(query, 'limit', 200, 1000);
  const shown: Person[] = [];
  for (const person of core.world.people.values()) {
    if (shown.length >= limit) break;
    if (!person.crowd || query.has('crowd')) shown.push(person);
  }
  return { people: shown.map((person) => viewPerson(core, person)), total: core.world.people.size };
}

/** A crowd for load tests: people who exist and, if asked, have started the bot, without an update for each. */
export function inventCrowd({ world }: Core, input: Input): object {
  const { count, started = true, lang = 'en' } = input;
  const channel = readChannel(input['channel']);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > mostAtOnce) {
    throw new InputProblem(400, `count must be an integer from 1 to ${mostAtOnce}`);
  }
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = world.addPerson({
      firstName: `Guest ${index + 1}`,
      username: null,
      lang: String(lang),
      crowd: true,
    });
    if (started === true) world.chat(channel, person.id).started = true;
    ids.push(person.id);
  }
  world.emit({ type: 'people' });
  const userIdOf = channel === 'telegram' ? telegramIdOf : maxUserIdOf;
  return { count, channel, person_ids: ids, user_ids: ids.map(userIdOf) };
}

export function countSends({ world }: Core, query: URLSearchParams): object {
  const channel = readChannel(query.get('channel'));
  let sent = 0;
  let reached = 0;
  let most = 0;
  for (const chat of world.chats(channel).values()) {
    sent += chat.sent;
    if (chat.sent > 0) reached += 1;
    most = Math.max(most, chat.sent);
  }
  return { channel, sent, people_reached: reached, max_per_person: most };
}
