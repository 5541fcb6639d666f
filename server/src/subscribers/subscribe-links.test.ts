/** Links that subscribe: one per wish, and what whoever opens them gets. */
import { expect, test } from 'vitest';
import { typed } from '../bots/scripted-messenger.fixture.ts';
import { atOnce, somebodyNew } from '../login/login.fixture.ts';
import { type Project, type Shown, startSubscribersKit } from './subscribers.fixture.ts';

const kit = await startSubscribersKit();

async function createProject(fields?: Record<string, unknown>): Promise<Project> {
  const project = await kit.createProject(fields);
  for (const name of ['vip', 'новый']) await project.call('POST', '/v1/tags', { body: { name } });
  for (const name of ['news', 'offers']) await project.call('POST', '/v1/permissions', { body: { name } });
  return project;
}
const ask = (project: Project, wish: Record<string, string> = {}) =>
  project.call('GET', `/v1/subscribe-link?${new URLSearchParams(wish)}`);
const linkOf = async (project: Project, wish?: Record<string, string>): Promise<string> => {
  const answer = await ask(project, wish);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.telegram_link;
};
const only = async (project: Project): Promise<Shown> =>
  (await project.call('GET', '/v1/subscribers')).json.subscribers[0];

test('without a wish the link is the project’s own; with one it has a token, the same for the same wish', async () => {
  const [project, other] = [await createProject(), await createProject()];
  expect((await ask(project)).json).toEqual({
    telegram_link: `https://messenger.test/bellhop_test_bot?start=proj_${project.slug}`,
    max_link: `https://messenger.test/bellhop_test_bot?start=proj_${project.slug}`,
  });
  const wishes = [
    { tag: 'vip' },
    { tag: 'новый' },
    { permission: 'news' },
    { permission: 'news', tag: 'vip' },
    { permission: 'offers', tag: 'vip' },
  ];
  const links = await Promise.all([...wishes.map((wish) => linkOf(project, wish)), linkOf(other, { tag: 'vip' })]);
  for (const link of links) expect(link).toMatch(/start=subs_[0-9A-Za-z]{22}$/);
  expect(new Set(links).size).toBe(6);
  expect(await Promise.all(wishes.map((wish) => linkOf(project, wish)))).toEqual(links.slice(0, 5));
});

test('the same wish 20 times at once: one link', async () => {
  const project = await createProject();
  for (const wish of [{ tag: 'vip' }, { permission: 'news' }, { tag: 'vip', permission: 'news' }])
    expect(new Set(await atOnce(20, () => linkOf(project, wish))).size).toBe(1);
});

test.each([
  [{ tag: 'nobody' }, '`tag` has "nobody"'],
  [{ tag: '' }, '`tag`'],
  [{ permission: 'nobody' }, '`permission` has "nobody"'],
  [{ permission: 'news', tag: 'news' }, '`tag` has "news"'],
  [{ tag: 'x'.repeat(201) }, '`tag`'],
])('a wish for something unknown is refused: %j', async (wish, named) => {
  const answer = await ask(await createProject(), wish as Record<string, string>);
  expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed']);
  expect(answer.json.error).toContain(named);
});

test('somebody new gets all permissions and the tag, with one event that says so', async () => {
  const project = await createProject({ look: { display_name: 'The Shop' } });
  const person = somebodyNew();
  await kit.open(person, await linkOf(project, { tag: 'новый', permission: 'offers' }));
  expect(await only(project)).toMatchObject({ tags: ['новый'], permissions: ['news', 'offers'], active: true });
  expect(kit.eventsOf(project, 'subscription.created').map(({ data }) => data)).toEqual([await only(project)]);
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toEqual([]);
  expect(await kit.lastSaid(person)).toContain('You are subscribed to The Shop.');
});

test('somebody who is subscribed gains what is missing, once; a tag alone is no event', async () => {
  const project = await createProject();
  const person = somebodyNew();
  const { subscriber_id } = await kit.subscribed(project, person);
  await project.call('PATCH', `/v1/subscribers/${subscriber_id}`, { body: { permissions: [] } });
  const gained = () =>
    kit
      .eventsOf(project, 'subscription.permission_changed')
      .map(({ data }) => data)
      .filter(({ added }) => Array.isArray(added) && added.length > 0);
  await kit.open(person, await linkOf(project, { tag: 'vip' }));
  expect(await only(project)).toMatchObject({ tags: ['vip'], permissions: [] });
  expect(gained()).toEqual([]);
  const link = await linkOf(project, { tag: 'vip', permission: 'news' });
  await atOnce(5, () => kit.open(person, link));
  expect(await only(project)).toMatchObject({ tags: ['vip'], permissions: ['news'] });
  expect(gained()).toEqual([{ ...(await only(project)), added: ['news'], removed: [] }]);
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(1);
});

test('somebody who comes back keeps what they had and gains what the link gives, as a new subscription', async () => {
  const project = await createProject();
  const person = somebodyNew();
  const { subscriber_id } = await kit.subscribed(project, person);
  await project.call('PATCH', `/v1/subscribers/${subscriber_id}`, { body: { permissions: [], tags: ['vip'] } });
  await kit.app.bots.receive('telegram', typed(person, '/stop'));
  await kit.open(person, await linkOf(project, { tag: 'новый', permission: 'offers' }));
  expect(await only(project)).toMatchObject({ subscriber_id, tags: ['vip', 'новый'], permissions: ['offers'] });
  expect(kit.eventsOf(project, 'subscription.created').at(-1)?.data).toEqual(await only(project));
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toHaveLength(1);
});

test('a tag or permission that was deleted meanwhile is left out; created again, the link gives it again', async () => {
  const project = await createProject();
  const link = await linkOf(project, { tag: 'vip', permission: 'news' });
  await project.call('DELETE', '/v1/tags/vip');
  await project.call('DELETE', '/v1/permissions/news');
  const person = somebodyNew();
  await kit.open(person, link);
  expect(await only(project)).toMatchObject({ tags: [], permissions: ['offers'] });
  await project.call('POST', '/v1/tags', { body: { name: 'vip' } });
  await kit.open(person, link);
  expect(await only(project)).toMatchObject({ tags: ['vip'], permissions: ['offers'] });
});

test('a renamed tag is given under its new name by the same link, also where the name was in use before', async () => {
  const project = await createProject();
  const link = await linkOf(project, { tag: 'vip' });
  const stale = await linkOf(project, { tag: 'новый' });
  await project.call('DELETE', `/v1/tags/${encodeURIComponent('новый')}`);
  const renamed = await project.call('PATCH', '/v1/tags/vip', { body: { name: 'новый' } });
  expect(renamed.status).toBe(200);
  expect(await linkOf(project, { tag: 'новый' })).toBe(link);
  const person = somebodyNew();
  await kit.open(person, stale);
  expect(await only(project)).toMatchObject({ tags: [] });
  await kit.open(person, link);
  expect(await only(project)).toMatchObject({ tags: ['новый'] });
});

test('an unknown token, and one of a project that is switched off, are no links', async () => {
  const project = await createProject();
  const link = await linkOf(project, { tag: 'vip' });
  const [person, other] = [somebodyNew(), somebodyNew()];
  for (const token of ['subs_', `subs_${'x'.repeat(22)}`, `subs_${'x'.repeat(59)}`]) {
    await kit.open(person, token);
    expect(await kit.lastSaid(person)).toContain('This link does not work');
  }
  await kit.query(`update project set status = 'inactive' where id = $1`, [project.projectId]);
  await kit.open(other, link);
  expect(await kit.lastSaid(other)).toContain('This link does not work');
  expect(await kit.query('select from subscriber where project_id = $1', [project.projectId])).toEqual([]);
});
