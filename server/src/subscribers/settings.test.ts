/** /settings in the bot: what a person sees of their subscriptions, and what their taps change. */
import { expect, test } from 'vitest';
import type { Channel, Person } from '#messengers';
import { tapped, typed } from '../bots/scripted-messenger.fixture.ts';
import { atOnce, type Said, somebodyNew } from '../login/login.fixture.ts';
import { readSettingsTap } from './settings-message.ts';
import { type Project, startSubscribersKit } from './subscribers.fixture.ts';

const kit = await startSubscribersKit();
const { subscribed, shown } = kit;

async function createProject(name: string, ...permissions: (string | Record<string, unknown>)[]): Promise<Project> {
  const project = await kit.createProject({ look: { display_name: name } });
  for (const permission of permissions) {
    const body = typeof permission === 'string' ? { name: permission } : permission;
    expect((await project.call('POST', '/v1/permissions', { body })).status).toBe(201);
  }
  return project;
}
const ask = async (person: Person, channel: Channel = 'telegram'): Promise<Said[]> => {
  const before = (await kit.said(person, channel)).length;
  await kit.app.bots.receive(channel, typed(person, '/settings'));
  return (await kit.said(person, channel)).slice(before);
};
const labels = (said: Said | undefined) => said?.buttons.map((row) => row.map(({ text }) => text));
const dataOf = (said: Said | undefined, label: string): string => {
  const button = said?.buttons.flat().find(({ text }) => text === label);
  if (button === undefined || !('tap' in button)) throw new Error(`There is no button ${label}.`);
  return button.tap;
};
const tap = async (person: Person, data: string, channel: Channel = 'telegram') =>
  (await kit.app.bots.receive(channel, tapped(person, data))).notice;
const last = async (person: Person) => (await kit.said(person)).at(-1);

test('one message per active subscription: its name, its switches in the person’s language, and the way out', async () => {
  const titled = { name: 'news', title: { ru: 'Новости', en: 'News' } };
  const shop = await createProject('Shop', titled, { name: 'offers', title: { ru: 'Скидки' } }, 'alerts');
  const plain = await createProject('Club');
  const left = await createProject('Left');
  const [anna, vera] = [somebodyNew('en'), somebodyNew('ru', 'Вера')];
  await subscribed(left, anna);
  await kit.app.bots.receive('telegram', typed(anna, '/stop'));
  for (const person of [anna, vera]) {
    await subscribed(shop, person);
    kit.clock.advance(1);
    await subscribed(plain, person);
  }
  await kit.app.bots.receive('telegram', tapped(anna, dataOf((await ask(anna))[1], '✅ offers')));
  const english = await ask(anna);
  expect(english.map(({ text }) => text)).toEqual([
    'You are subscribed to Club.',
    'Shop: which messages would you like? Tap to switch them on or off.',
  ]);
  expect(english.map(labels)).toEqual([[['Unsubscribe']], [['✅ News', '⬜ offers'], ['✅ alerts'], ['Unsubscribe']]]);
  expect((await ask(vera)).map(labels)).toEqual([
    [['Отписаться']],
    [['✅ Новости', '✅ Скидки'], ['✅ alerts'], ['Отписаться']],
  ]);
  // Nothing of the other messenger's account of the same number.
  expect((await ask(anna, 'max')).map(({ text }) => text)).toEqual([
    'You have no subscriptions here. To subscribe, open the link or scan the code that a website shows you.',
  ]);
});

test('long titles have a row each; 20 permissions fit, and every tap fits 64 bytes', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `permission-with-a-long-name-${n}`);
  const project = await createProject('Shop', ...names);
  const person = somebodyNew();
  await subscribed(project, person);
  const [message] = await ask(person);
  expect(labels(message)).toEqual([...names.map((name) => [`✅ ${name}`]), ['Unsubscribe']]);
  for (const button of message?.buttons.flat() ?? [])
    expect(Buffer.byteLength('tap' in button ? button.tap : 'x'.repeat(65))).toBeLessThanOrEqual(64);
});

test('at most 10 subscriptions are shown, the newest, and the person is told that there are more', async () => {
  const person = somebodyNew();
  const projects: Project[] = [];
  for (let n = 1; n <= 10; n += 1) {
    kit.clock.advance(1);
    projects.push(await createProject(`Project-${n}`));
    await subscribed(projects.at(-1) as Project, person);
  }
  const ten = (await ask(person)).map(({ text }) => text);
  expect(ten).toHaveLength(10);
  expect(ten[0]).toContain('Project-10.');
  expect(ten[9]).toContain('Project-1.');
  kit.clock.advance(1);
  await subscribed(await createProject('Project-11'), person);
  const eleven = (await ask(person)).map(({ text }) => text);
  expect(eleven).toHaveLength(11);
  expect(eleven[0]).toContain('Project-11.');
  expect(eleven[9]).toContain('Project-2.');
  expect(eleven[10]).toContain('the newest 10 of your 11 subscriptions');
});

test('a switch changes the permission, edits its message and tells of it', async () => {
  const project = await createProject('Shop', 'news', 'offers');
  const person = somebodyNew();
  const before = await subscribed(project, person);
  const [message] = await ask(person);
  expect(await tap(person, dataOf(message, '✅ news'))).toBeUndefined();
  expect((await shown(project, before.subscriber_id)).permissions).toEqual(['offers']);
  const edited = await last(person);
  expect(edited?.edits).toBe('1');
  expect(labels(edited)).toEqual([['⬜ news', '✅ offers'], ['Unsubscribe']]);
  await tap(person, dataOf(edited, '⬜ news'));
  expect(labels(await last(person))).toEqual([['✅ news', '✅ offers'], ['Unsubscribe']]);
  expect(kit.eventsOf(project, 'subscription.permission_changed').map(({ data }) => data)).toEqual([
    { ...before, permissions: ['offers'], added: [], removed: ['news'] },
    { ...before, permissions: ['offers', 'news'], added: ['news'], removed: [] },
  ]);
});

test('a tap that comes twice or late changes nothing more', async () => {
  const project = await createProject('Shop', 'news');
  const person = somebodyNew();
  const { subscriber_id } = await subscribed(project, person);
  const off = dataOf((await ask(person))[0], '✅ news');
  await atOnce(5, () => tap(person, off));
  expect((await shown(project, subscriber_id)).permissions).toEqual([]);
  expect(labels(await last(person))).toEqual([['⬜ news'], ['Unsubscribe']]);
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toHaveLength(1);
});

test('the way out ends this subscription alone, with one event; what is tapped later changes nothing', async () => {
  const project = await createProject('Shop', 'news');
  const other = await createProject('Club');
  const person = somebodyNew();
  const { subscriber_id } = await subscribed(project, person);
  await subscribed(other, person);
  const message = (await ask(person)).find(({ text }) => text.startsWith('Shop'));
  await atOnce(3, () => tap(person, dataOf(message, 'Unsubscribe')));
  const gone = 'You are unsubscribed from Shop and get no more of its messages.';
  expect(await last(person)).toMatchObject({ text: gone, buttons: [], edits: '1' });
  expect(await shown(project, subscriber_id)).toMatchObject({ active: false, blocked: false, permissions: ['news'] });
  expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
  expect(kit.eventsOf(other, 'subscription.deleted')).toEqual([]);
  await tap(person, dataOf(message, '✅ news'));
  expect((await shown(project, subscriber_id)).permissions).toEqual(['news']);
  expect(await last(person)).toMatchObject({ text: gone, buttons: [] });
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toEqual([]);
});

test('nobody else’s tap counts: not another person’s, not the same number’s on the other messenger', async () => {
  const project = await createProject('Shop', 'news');
  const [person, other] = [somebodyNew(), somebodyNew()];
  const before = await subscribed(project, person);
  await subscribed(project, other);
  const [message] = await ask(person);
  for (const label of ['✅ news', 'Unsubscribe']) {
    expect(await tap(other, dataOf(message, label))).toBe('This button no longer works.');
    expect(await tap(person, dataOf(message, label), 'max')).toBe('This button no longer works.');
  }
  expect(await shown(project, before.subscriber_id)).toEqual(before);
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toEqual([]);
});

test('a permission that was deleted or renamed meanwhile: the message is brought up to date', async () => {
  const project = await createProject('Shop', 'news', 'offers');
  const person = somebodyNew();
  const { subscriber_id } = await subscribed(project, person);
  const [message] = await ask(person);
  await project.call('DELETE', '/v1/permissions/news');
  await project.call('PATCH', '/v1/permissions/offers', { body: { name: 'sales' } });
  expect(await tap(person, dataOf(message, '✅ news'))).toBe('This button no longer works.');
  expect(labels(await last(person))).toEqual([['✅ sales'], ['Unsubscribe']]);
  // The button knows the permission, not its name.
  await tap(person, dataOf(message, '✅ offers'));
  expect((await shown(project, subscriber_id)).permissions).toEqual([]);
});

test('a subscriber whom the project removed meanwhile: the message says that it has ended', async () => {
  const project = await createProject('Shop', 'news');
  const person = somebodyNew();
  const { subscriber_id } = await subscribed(project, person);
  const [message] = await ask(person);
  await project.call('DELETE', `/v1/subscribers/${subscriber_id}`);
  await tap(person, dataOf(message, '✅ news'));
  expect(await last(person)).toMatchObject({ text: 'This subscription has ended.', buttons: [] });
});

test.each(['', ':', 'x', 'x:end', `${'0'.repeat(22)}:end:1`, `${'0'.repeat(22)}:${'0'.repeat(22)}`, '0:0:0:0'])(
  'data that no button has is no tap: %j',
  async (rest) => {
    expect(readSettingsTap(rest)).toBeUndefined();
    expect(await tap(somebodyNew(), `set:${rest}`)).toBe('This button no longer works.');
  },
);
