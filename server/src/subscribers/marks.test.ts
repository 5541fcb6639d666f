/** /v1/tags and /v1/permissions: names, limits, and what happens to those who have them. */
import { describe, expect, test } from 'vitest';
import { transact } from '#db';
import { typed } from '../bots/scripted-messenger.fixture.ts';
import { atOnce, somebodyNew } from '../login/login.fixture.ts';
import { subscribe } from './index.ts';
import { type Project, startSubscribersKit } from './subscribers.fixture.ts';

const kit = await startSubscribersKit();
const { createProject, subscribed, shown } = kit;

describe.each(['tags', 'permissions'] as const)('%s', (kind) => {
  const create = (project: Project, name: unknown, more: Record<string, unknown> = {}) =>
    project.call('POST', `/v1/${kind}`, { body: { name, ...more } });
  const rename = (project: Project, name: string, to: string) =>
    project.call('PATCH', `/v1/${kind}/${encodeURIComponent(name)}`, { body: { name: to } });
  const remove = (project: Project, name: string) => project.call('DELETE', `/v1/${kind}/${encodeURIComponent(name)}`);
  const names = async (project: Project): Promise<string[]> =>
    (await project.call('GET', `/v1/${kind}`)).json[kind].map(({ name }: { name: string }) => name);
  const give = async (project: Project, id: string, given: string[]) =>
    expect((await project.call('PATCH', `/v1/subscribers/${id}`, { body: { [kind]: given } })).status).toBe(200);

  test('are created, counted and listed, oldest first', async () => {
    const project = await createProject();
    const created = await create(project, 'b');
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ name: 'b', subscribers: 0, created_at: expect.stringMatching(/\+00:00$/) });
    kit.clock.advance(1);
    await create(project, 'a');
    const person = somebodyNew();
    const [one, two] = [await subscribed(project, person), await subscribed(project)];
    await give(project, one.subscriber_id, ['a', 'b']);
    await give(project, two.subscriber_id, ['b']);
    // Those who have left count as well.
    await kit.app.bots.receive('telegram', typed(person, '/stop'));
    expect((await project.call('GET', `/v1/${kind}`)).json[kind]).toMatchObject([
      { name: 'b', subscribers: 2 },
      { name: 'a', subscribers: 1 },
    ]);
    expect(await names(await createProject())).toEqual([]);
  });

  test('have names of letters of any script, digits, - and _, up to 64', async () => {
    const project = await createProject();
    for (const name of ['a', 'Новости-2026', 'x'.repeat(64), 'ж'.repeat(64), '_', '-', '新闻', 'हिन्दी', '0']) {
      expect((await create(project, name)).status, name).toBe(201);
      expect((await rename(project, name, `${name.slice(0, 63)}1`)).status, name).toBe(200);
      expect((await remove(project, `${name.slice(0, 63)}1`)).status, name).toBe(204);
    }
    for (const name of [
      '',
      'x'.repeat(65),
      'two words',
      'a.b',
      'a,b',
      'a;b',
      'a/b',
      '🎉',
      'a\n',
      '\u0301',
      null,
      5,
      [],
    ]) {
      const answer = await create(project, name);
      expect([answer.status, answer.json.code], JSON.stringify(name)).toEqual([400, 'validation_failed']);
      expect(answer.json.error).toContain('`name`');
    }
    await create(project, 'fine');
    expect((await rename(project, 'fine', 'not fine')).status).toBe(400);
    expect((await project.call('POST', `/v1/${kind}`)).status).toBe(400);
    expect(await names(project)).toEqual(['fine']);
  });

  test('are at most 20: of 30 at once 20 are created', async () => {
    const project = await createProject();
    const answers = await atOnce(30, (n) => create(project, `mark-${n}`));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status, json }) => status === 409 && json.code === 'conflict')).toHaveLength(10);
    const [first = ''] = await names(project);
    expect((await rename(project, first, 'renamed')).status).toBe(200);
    expect((await remove(project, 'renamed')).status).toBe(204);
    expect((await create(project, 'one-more')).status).toBe(201);
    expect((await create(project, 'too-many')).status).toBe(409);
    expect(await names(project)).toHaveLength(20);
    // Another project has its own.
    expect((await create(await createProject(), 'too-many')).status).toBe(201);
  });

  test('have each name once: of 10 at once one is created; case makes another', async () => {
    const project = await createProject();
    const answers = await atOnce(10, () => create(project, 'vip'));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await create(project, 'VIP')).status).toBe(201);
    expect((await rename(project, 'VIP', 'vip')).json.code).toBe('conflict');
    expect((await rename(project, 'vip', 'vip')).status).toBe(200);
  });

  test('are renamed on everybody who has them, without an event', async () => {
    const project = await createProject();
    const other = await createProject();
    for (const name of ['a', 'b']) await create(project, name);
    await create(other, 'a');
    const [one, two, theirs] = [await subscribed(project), await subscribed(project), await subscribed(other)];
    await give(project, one.subscriber_id, ['a', 'b']);
    await give(project, two.subscriber_id, ['b']);
    await give(other, theirs.subscriber_id, ['a']);
    const told = kit.eventsOf(project, 'subscription.permission_changed').length;
    const renamed = await rename(project, 'a', 'c');
    expect([renamed.status, renamed.json]).toMatchObject([200, { name: 'c', subscribers: 1 }]);
    expect((await shown(project, one.subscriber_id))[kind]).toEqual(['c', 'b']);
    expect((await shown(project, two.subscriber_id))[kind]).toEqual(['b']);
    expect((await shown(other, theirs.subscriber_id))[kind]).toEqual(['a']);
    expect(kit.eventsOf(project, 'subscription.permission_changed')).toHaveLength(told);
  });

  test('are taken from everybody when deleted, without an event', async () => {
    const project = await createProject();
    for (const name of ['a', 'b']) await create(project, name);
    const one = await subscribed(project);
    await give(project, one.subscriber_id, ['b', 'a']);
    const told = kit.eventsOf(project, 'subscription.permission_changed').length;
    expect((await remove(project, 'a')).status).toBe(204);
    expect((await shown(project, one.subscriber_id))[kind]).toEqual(['b']);
    expect(kit.eventsOf(project, 'subscription.permission_changed')).toHaveLength(told);
    const answer = await project.call('PATCH', `/v1/subscribers/${one.subscriber_id}`, { body: { [kind]: ['a'] } });
    expect(answer.status).toBe(400);
  });

  test('that are unknown or of another project are not found', async () => {
    const project = await createProject();
    await create(await createProject(), 'theirs');
    for (const name of ['theirs', 'nobody', "'", 'x'.repeat(100), ' ', '🎉']) {
      for (const answer of [await rename(project, name, 'fine'), await remove(project, name)])
        expect([answer.status, answer.json.code], name).toEqual([404, 'not_found']);
    }
  });

  test('leave nothing behind when they are deleted while people get them', async () => {
    const project = await createProject();
    const people = [await subscribed(project), await subscribed(project), await subscribed(project)];
    for (let round = 0; round < 10; round += 1) {
      await create(project, 'short-lived');
      await Promise.all([
        ...people.map(({ subscriber_id }) =>
          project.call('PATCH', `/v1/subscribers/${subscriber_id}`, { body: { [kind]: ['short-lived'] } }),
        ),
        kit.open(somebodyNew(), `proj_${project.slug}`),
        remove(project, 'short-lived'),
      ]);
      const left = await kit.query(`select from subscriber where project_id = $1 and ${kind} <> '{}'`, [
        project.projectId,
      ]);
      expect(left).toEqual([]);
    }
  });

  test('changes are in the audit trail', async () => {
    const project = await createProject();
    await create(project, 'a');
    await rename(project, 'a', 'b');
    await remove(project, 'b');
    const actions = (await kit.audit(project))
      .map(({ action }) => action)
      .filter((action) => /^(tag|perm)/.test(action));
    expect(actions).toEqual(
      kind === 'tags'
        ? ['tag.created', 'tag.renamed', 'tag.removed']
        : ['permission.created', 'permission.changed', 'permission.removed'],
    );
  });
});

test('a new permission is given to nobody who is there, unless to all; either way to those who come', async () => {
  const project = await createProject();
  const person = somebodyNew();
  const [one, two] = [await subscribed(project), await subscribed(project, person)];
  await kit.app.bots.receive('telegram', typed(person, '/stop'));
  const create = (body: unknown) => project.call('POST', '/v1/permissions', { body });
  expect((await create({ name: 'news' })).json).toMatchObject({ title: {}, subscribers: 0 });
  expect((await create({ name: 'offers', grant_to_all: true })).json).toMatchObject({ subscribers: 2 });
  expect((await create({ name: 'alerts', grant_to_all: false })).json).toMatchObject({ subscribers: 0 });
  for (const { subscriber_id } of [one, two])
    expect((await shown(project, subscriber_id)).permissions).toEqual(['offers']);
  expect((await subscribed(project)).permissions).toEqual(['news', 'offers', 'alerts']);
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toEqual([]);
});

test('titles have 1 to 64 characters by language, and are replaced as a whole', async () => {
  const project = await createProject();
  const create = (title: unknown) => project.call('POST', '/v1/permissions', { body: { name: 'news', title } });
  for (const title of [{ ru: '' }, { en: 'x'.repeat(65) }, { en: 'a\nb' }, { en: '  ' }, { ru: null }, 'News', []])
    expect((await create(title)).json.code, JSON.stringify(title)).toBe('validation_failed');
  expect((await create({ ru: 'Ж'.repeat(64), en: ' New s', de: 'Neues' })).json.title).toEqual({
    ru: 'Ж'.repeat(64),
    en: ' New s',
  });
  const change = async (body: unknown) => (await project.call('PATCH', '/v1/permissions/news', { body })).json;
  expect(await change({})).toMatchObject({ name: 'news', title: { en: ' New s' } });
  expect(await change({ title: { ru: 'Новости' } })).toMatchObject({ name: 'news', title: { ru: 'Новости' } });
  expect(await change({ title: {} })).toMatchObject({ title: {} });
  expect((await project.call('GET', '/v1/permissions')).json.permissions).toMatchObject([{ name: 'news', title: {} }]);
});

test('a permission created while people subscribe is had by those who came after it, and whole', async () => {
  const project = await createProject();
  const wish = () =>
    ({ projectId: project.projectId, channel: 'telegram', person: somebodyNew(), lang: 'en' }) as const;
  const events = kit.app.events;
  const [made] = await Promise.all([
    atOnce(10, () => transact(kit.database.database, (tx) => subscribe(tx, { clock: kit.clock, events }, wish()))),
    project.call('POST', '/v1/permissions', { body: { name: 'news', grant_to_all: true } }),
  ]);
  for (const { id } of made) expect((await shown(project, id)).permissions).toEqual(['news']);
});
