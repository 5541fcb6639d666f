/** One subscriber per project, channel and person, with an id for life and one event per change. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { Events } from '#events';
import type { Channel, Person } from '#messengers';
import { happened, typed } from '../bots/scripted-messenger.fixture.ts';
import { atOnce, somebodyNew, startLoginKit } from '../login/login.fixture.ts';
import { endSubscriptions, subscribe } from './index.ts';

const kit = await startLoginKit({ apps: 2 });
const rowsOf = (person: Person, channel: Channel = 'telegram') =>
  kit.query<{ id: string; project_id: string; active: boolean; blocked: boolean; lang: string; first_name: string }>(
    'select * from subscriber where person_id = $1 and channel = $2 order by id',
    [person.id, channel],
  );
const receive = (update: Parameters<typeof kit.app.bots.receive>[1], channel: Channel = 'telegram') =>
  kit.app.bots.receive(channel, update);

test('50 concurrent subscriptions of one person, past the bot: one row, one event', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  const emitted: string[] = [];
  const events = new Events();
  events.onEmit(async (_tx, { name }) => void emitted.push(name));
  const wish = { projectId: project.projectId, channel: 'telegram', person, lang: 'en' } as const;
  const act = { clock: kit.clock, events };
  const once = () => atOnce(50, () => transact(kit.database.database, (tx) => subscribe(tx, act, wish)));
  const made = await once();
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await rowsOf(person)).toHaveLength(1);
  expect(emitted).toEqual(['subscription.created']);

  // The same for 50 that bring it back, and for 50 that end it.
  const who = { channel: 'telegram', personId: person.id, blocked: false } as const;
  const ended = await atOnce(50, () => transact(kit.database.database, (tx) => endSubscriptions(tx, act, who)));
  expect(ended.reduce((sum, count) => sum + count)).toBe(1);
  const back = await once();
  expect(new Set(back.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
  expect(emitted).toEqual(['subscription.created', 'subscription.deleted', 'subscription.created']);
});

test('50 concurrent links opened on two apps: one row, one event', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  await atOnce(50, (n) => kit.open(person, `proj_${project.slug}`, { app: kit.apps[n % 2] ?? kit.app }));
  expect(await rowsOf(person)).toHaveLength(1);
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(1);
});

test('projects and channels are apart: the same number on both messengers is two people', async () => {
  const [one, two] = [await kit.createProject(), await kit.createProject()];
  const person = somebodyNew();
  await kit.open(person, `proj_${one.slug}`);
  await kit.open(person, `proj_${two.slug}`);
  await kit.open(person, `proj_${one.slug}`, { channel: 'max' });
  expect((await rowsOf(person)).map(({ project_id }) => project_id)).toEqual([one.projectId, two.projectId]);
  await receive(typed(person, '/stop'), 'max');
  expect(await rowsOf(person, 'max')).toMatchObject([{ active: false }]);
  expect(await rowsOf(person)).toMatchObject([{ active: true }, { active: true }]);
});

test('/stop ends all subscriptions of the bot with one event each; again, there is nothing to end', async () => {
  const projects = [await kit.createProject(), await kit.createProject(), await kit.createProject()];
  const [person, other] = [somebodyNew(), somebodyNew()];
  for (const { slug } of projects) {
    await kit.open(person, `proj_${slug}`);
    await kit.open(other, `proj_${slug}`);
  }
  await atOnce(10, (n) => (kit.apps[n % 2] ?? kit.app).bots.receive('telegram', typed(person, '/stop')));
  for (const project of projects) {
    const deleted = kit.eventsOf(project, 'subscription.deleted');
    expect(deleted).toHaveLength(1);
    expect(deleted[0]?.data).toMatchObject({ active: false, blocked: false, channel: 'telegram' });
  }
  expect(await rowsOf(other)).toMatchObject(projects.map(() => ({ active: true })));
  const answers = (await kit.said(person)).slice(-10).map(({ text }) => text);
  expect(answers.filter((text) => text.startsWith('Your subscriptions are ended'))).toHaveLength(1);
  expect(answers.filter((text) => text.startsWith('You have no subscriptions'))).toHaveLength(9);
});

test('after /stop a login brings the subscription back under the same id, as a new subscription', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  await kit.logIn(project, person);
  const [before] = await rowsOf(person);
  await receive(typed(person, '/stop'));
  kit.clock.advance(3600);
  await kit.logIn(project, { ...person, firstName: 'Anna Maria' });
  expect(await rowsOf(person)).toMatchObject([{ id: before?.id, active: true, first_name: 'Anna Maria' }]);
  const created = kit.eventsOf(project, 'subscription.created').map(({ data }) => data['subscriber_id']);
  expect(created).toHaveLength(2);
  expect(new Set(created).size).toBe(1);
  expect(kit.eventsOf(project, 'auth.completed').map(({ data }) => data['subscriber_id'])).toEqual(created);
});

test('blocking ends it with one event; unblocking alone does not bring it back; the next login does', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  await kit.logIn(project, person);
  await receive(happened('stopped', person));
  await receive(happened('stopped', person));
  expect(await rowsOf(person)).toMatchObject([{ active: false, blocked: true }]);
  expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
  expect(kit.eventsOf(project, 'subscription.deleted')[0]?.data).toMatchObject({ active: false, blocked: true });
  await receive(happened('unblocked', person));
  expect(await rowsOf(person)).toMatchObject([{ active: false, blocked: false }]);
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(1);
  await kit.logIn(project, person);
  expect(await rowsOf(person)).toMatchObject([{ active: true, blocked: false }]);
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(2);
});

test('blocked after /stop: known as blocked, without a second event', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  await kit.open(person, `proj_${project.slug}`);
  await receive(typed(person, '/stop'));
  await receive(happened('stopped', person));
  expect(await rowsOf(person)).toMatchObject([{ active: false, blocked: true }]);
  expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
});

test('a second subscription by any path changes nothing but the name, and is no event', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  await kit.open(person, `proj_${project.slug}`);
  await kit.logIn(project, { ...person, firstName: 'Ann', lang: 'ru' });
  await kit.open(person, `auth_${project.slug}`);
  await kit.tap(person, 'Yes');
  expect(await rowsOf(person)).toMatchObject([{ first_name: 'Anna', lang: 'en', active: true }]);
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(1);
  expect(kit.eventsOf(project, 'auth.completed')).toHaveLength(1);
});

test('a language chosen in the bot holds for all of the person, from then on', async () => {
  const [one, two] = [await kit.createProject(), await kit.createProject()];
  const person = somebodyNew('en');
  await kit.open(person, `proj_${one.slug}`);
  await receive(typed(person, '/lang ru'));
  await kit.open(person, `proj_${two.slug}`);
  expect((await rowsOf(person)).map(({ lang }) => lang)).toEqual(['ru', 'ru']);
});

test('a transaction that fails leaves neither a subscriber nor an event', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  const wish = { projectId: project.projectId, channel: 'max', person, lang: 'en' } as const;
  const failing = transact(kit.database.database, async (tx) => {
    await subscribe(tx, { clock: kit.clock, events: kit.app.events }, wish);
    throw new Error('after all');
  });
  await expect(failing).rejects.toThrow('after all');
  expect(await rowsOf(person, 'max')).toEqual([]);
  expect(kit.eventsOf(project, 'subscription.created')).toEqual([]);
});
