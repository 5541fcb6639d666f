/** Subscriptions that end for many at once, and whom an audience takes in. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '#db';
import { type DomainEvent, Events } from '#events';
import { uuidToBase62 } from '#lib/uuid-base62.ts';
import type { Channel, Person } from '#messengers';
import { atOnce, somebodyNew } from '../login/login.fixture.ts';
import { removeSubscriber } from './change-subscriber.ts';
import {
  type Audience,
  audienceCondition,
  type EndingOptions,
  endUnreachable,
  findSubscribers,
  SettingsBot,
  type Subscriber,
  SubscriptionBot,
} from './index.ts';
import { type Project, startSubscribersKit, uuidOf } from './subscribers.fixture.ts';

const kit = await startSubscribersKit();
const { createProject, subscribed, shown } = kit;

/** So many people of a project, past the bot. */
async function fill(project: Project, count: number, channel: Channel = 'telegram'): Promise<string[]> {
  const people = Array.from({ length: count }, () => somebodyNew().id);
  await kit.query(
    `insert into subscriber (id, project_id, channel, person_id, first_name, lang, active, created_at)
     select gen_random_uuid(), $1, $2, person, 'Somebody', 'en', true, now() from unnest($3::text[]) person`,
    [project.projectId, channel, people],
  );
  return people;
}

test('many who cannot be reached: each subscription ends once, on that channel, with its event', async () => {
  const [one, two] = [await createProject(), await createProject()];
  const people = await fill(one, 2_500);
  await kit.query(
    `insert into subscriber (id, project_id, channel, person_id, first_name, lang, active, created_at)
     select gen_random_uuid(), $2, channel, person_id, 'Somebody', 'en', false, now() from subscriber
     where project_id = $1 and person_id = $3`,
    [one.projectId, two.projectId, people[0]],
  );
  const [elsewhere] = await fill(one, 1, 'max');
  const events = new Events();
  const emitted: DomainEvent[][] = [];
  events.onEmitAll(async (_tx, batch) => void emitted.push(batch));
  const ended: Subscriber[] = [];
  const options = {
    clock: kit.clock,
    events,
    onEnded: async (_: unknown, gone: Subscriber[]) => void ended.push(...gone),
  };
  const who = [...people, String(elsewhere)].map((personId) => ({ channel: 'telegram', personId }) as const);
  await transact(kit.database.database, (tx) => endUnreachable(tx, options, who));
  await transact(kit.database.database, (tx) => endUnreachable(tx, options, who));
  await transact(kit.database.database, (tx) => endUnreachable(tx, options, []));

  expect(emitted.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
  expect(new Set(emitted.flat().map(({ data }) => data['subscriber_id'])).size).toBe(2_500);
  expect(emitted[0]?.[0]).toMatchObject({ name: 'subscription.deleted', data: { active: false, blocked: true } });
  expect(ended).toHaveLength(2_500);
  const states = await kit.query(
    `select project_id = $1 as one, channel, active, blocked, count(*)::int as n from subscriber
     where project_id in ($1, $2) group by 1, 2, 3, 4 order by 5 desc, 1`,
    [one.projectId, two.projectId],
  );
  expect(states).toEqual([
    { one: true, channel: 'telegram', active: false, blocked: true, n: 2_500 },
    // Had left before: blocked is known, without an event.
    { one: false, channel: 'telegram', active: false, blocked: true, n: 1 },
    { one: true, channel: 'max', active: true, blocked: false, n: 1 },
  ]);
});

test('the same people told of by several at once, in any order: each ends once, and nobody waits for ever', async () => {
  const project = await createProject();
  const people = await fill(project, 300);
  const events = new Events();
  let told = 0;
  events.onEmit(async () => {
    told += 1;
  });
  await atOnce(6, (n) => {
    const order = n % 2 === 0 ? people : people.toReversed();
    const who = order.map((personId) => ({ channel: 'telegram', personId }) as const);
    return transact(kit.database.database, (tx) => endUnreachable(tx, { clock: kit.clock, events }, who));
  });
  expect(told).toBe(300);
});

test('/stop and a block tell of those who left, in their transaction, and so does nobody who was not there', async () => {
  const project = await createProject();
  const [stopped, blocked, nobody] = [somebodyNew(), somebodyNew(), somebodyNew()];
  const ids = [uuidOf(await subscribed(project, stopped)), uuidOf(await subscribed(project, blocked))];
  const ended: Subscriber[][] = [];
  const bot = new SubscriptionBot({
    ...{ clock: kit.clock, events: new Events(), reply: async () => {} },
    onEnded: async (_tx, gone) => void ended.push(gone),
  });
  const from = (person: Person) => ({ channel: 'telegram', person, lang: 'en' }) as const;
  await transact(kit.database.database, async (tx) => {
    await bot.stop(tx, from(stopped));
    await bot.blocked(tx, from(blocked));
    await bot.stop(tx, from(nobody));
    await bot.blocked(tx, from(nobody));
  });
  expect(ended.map((gone) => gone.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
  const found = await findSubscribers(kit.database.database, [...ids, '018f0000-0000-7000-8000-000000000000']);
  expect([...found.keys()].sort()).toEqual(ids.toSorted());
  expect(ids.map((id) => found.get(id))).toMatchObject([
    { active: false, blocked: false },
    { active: false, blocked: true },
  ]);
});

test('DELETE and the way out of the settings tell of whom they end', async () => {
  const project = await createProject();
  const person = somebodyNew();
  const [removed, left] = [uuidOf(await subscribed(project)), uuidOf(await subscribed(project, person))];
  const ended: string[] = [];
  const ending: EndingOptions = {
    ...{ clock: kit.clock, events: new Events() },
    onEnded: async (_tx, gone) => void ended.push(...gone.map(({ id }) => id)),
  };
  const { database } = kit.database;
  const caller = {
    ...{ projectId: project.projectId, active: true, requestsPerMinute: 1 },
    ...{ actor: 'key:k', role: 'admin' as const },
  };
  const none = { telegram: null, max: null };
  await removeSubscriber({ ...ending, database, botLinks: async () => none }, caller, removed);
  const bot = new SettingsBot({ ...ending, reply: async () => {}, edit: async () => {} });
  const tap = { channel: 'telegram', person, lang: 'en', rest: `${uuidToBase62(left)}:end`, messageId: '1' } as const;
  await transact(database, (tx) => bot.tap(tx, tap));
  await transact(database, (tx) => bot.tap(tx, tap));
  expect(ended).toEqual([removed, left]);
});

test('an audience is narrowed by channel, tags and permission, and by nothing else', async () => {
  const project = await createProject();
  for (const name of ['a', 'b', 'c']) await project.call('POST', '/v1/tags', { body: { name } });
  await project.call('POST', '/v1/permissions', { body: { name: 'news' } });
  const make = async (firstName: string, channel: Channel, tags: string[], permissions: string[]) => {
    const { subscriber_id } = await subscribed(project, somebodyNew('en', firstName), channel);
    const answer = await project.call('PATCH', `/v1/subscribers/${subscriber_id}`, { body: { tags, permissions } });
    expect(answer.status).toBe(200);
    return subscriber_id;
  };
  await make('none', 'telegram', [], []);
  await make('a', 'telegram', ['a'], ['news']);
  await make('ab', 'max', ['a', 'b'], []);
  const abc = await make('abc', 'max', ['a', 'b', 'c'], ['news']);
  await subscribed(await createProject(), somebodyNew('en', 'theirs'));
  await kit.query('update subscriber set active = false, blocked = true where id = $1', [
    uuidOf({ subscriber_id: abc }),
  ]);
  expect(await shown(project, abc)).toMatchObject({ active: false });
  const found = async (audience: Audience) => {
    const { rows } = await sql<{ name: string }>`
      select s.first_name as name from subscriber s
      where ${audienceCondition(project.projectId, audience)} and true order by s.first_name`.execute(
      kit.database.database,
    );
    return rows.map(({ name }) => name);
  };
  expect(await found({})).toEqual(['a', 'ab', 'abc', 'none']);
  expect(await found({ tagsAll: [], tagsAny: [], excludeTags: [] })).toEqual(['a', 'ab', 'abc', 'none']);
  expect(await found({ channel: 'max' })).toEqual(['ab', 'abc']);
  expect(await found({ tagsAll: ['a', 'b'] })).toEqual(['ab', 'abc']);
  expect(await found({ tagsAny: ['b', 'c'] })).toEqual(['ab', 'abc']);
  expect(await found({ excludeTags: ['b'] })).toEqual(['a', 'none']);
  expect(await found({ permission: 'news' })).toEqual(['a', 'abc']);
  expect(await found({ channel: 'max', tagsAll: ['a'], tagsAny: ['b'], excludeTags: ['c'] })).toEqual(['ab']);
  expect(await found({ permission: 'nobody' })).toEqual([]);
});
