/** One of /v1/subscribers: what is shown, what changes, what is told of it. */
import { expect, test } from 'vitest';
import { typed } from '../bots/scripted-messenger.fixture.ts';
import { atOnce, somebodyNew } from '../login/login.fixture.ts';
import { type Project, startSubscribersKit, uuidOf } from './subscribers.fixture.ts';

const kit = await startSubscribersKit();
const { createProject, subscribed, shown } = kit;
const list = async (project: Project, query = '') => {
  const answer = await project.call('GET', `/v1/subscribers${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const patch = (project: Project, id: string, body: unknown) => project.call('PATCH', `/v1/subscribers/${id}`, { body });
const addTags = async (project: Project, ...names: string[]) => {
  for (const name of names) expect((await project.call('POST', '/v1/tags', { body: { name } })).status).toBe(201);
};
const addPermissions = async (project: Project, ...names: string[]) => {
  for (const name of names)
    expect((await project.call('POST', '/v1/permissions', { body: { name } })).status).toBe(201);
};

test('a subscriber is read by both spellings of the id, with every field of the specification', async () => {
  const project = await createProject();
  const person = { ...somebodyNew('ru', 'Анна'), username: 'anna_k' };
  const { subscriber_id } = await subscribed(project, person);
  const expected = {
    subscriber_id: expect.stringMatching(/^sub_[0-9A-Za-z]{22}$/),
    channel: 'telegram',
    external_id: null,
    first_name: 'Анна',
    username: 'anna_k',
    lang: 'ru',
    permissions: [],
    tags: [],
    active: true,
    blocked: false,
    created_at: '2026-11-14T09:30:00.000+00:00',
  };
  const uuid = uuidOf({ subscriber_id });
  for (const id of [subscriber_id, uuid, uuid.toUpperCase()]) expect(await shown(project, id)).toEqual(expected);
  expect(await list(project)).toEqual({ subscribers: [expected], next_cursor: null, total: 1 });
});

test('PATCH changes what is sent and nothing else', async () => {
  const project = await createProject();
  await addTags(project, 'a', 'b');
  await addPermissions(project, 'news');
  const before = await subscribed(project);
  expect(before.permissions).toEqual(['news']);
  const change = async (body: unknown) => {
    const answer = await patch(project, before.subscriber_id, body);
    expect(answer.status, answer.text).toBe(200);
    expect(await shown(project, before.subscriber_id)).toEqual(answer.json);
    return answer.json;
  };
  expect(await change({})).toEqual(before);
  expect(await change({ unknown: 1, first_name: 'X', active: false })).toEqual(before);
  expect(await change({ external_id: 'u-1' })).toEqual({ ...before, external_id: 'u-1' });
  expect(await change({ lang: 'ru', tags: ['b', 'a', 'b'] })).toEqual({
    ...before,
    ...{ external_id: 'u-1', lang: 'ru', tags: ['b', 'a'] },
  });
  expect(await change({ external_id: null, lang: 'en', tags: [], permissions: [] })).toEqual({
    ...before,
    permissions: [],
  });
  const changes = (await kit.audit(project)).filter(({ action }) => action === 'subscriber.changed');
  expect(changes.map(({ detail }) => detail['fields'])).toEqual([
    ['external_id'],
    ['lang', 'tags'],
    ['external_id', 'lang', 'tags', 'permissions'],
  ]);
  expect(changes[0]?.actor).toMatch(/^key:/);
});

test('external_id has 1 to 128 characters, none of them a control character', async () => {
  const project = await createProject();
  const { subscriber_id } = await subscribed(project);
  for (const external_id of ['x', 'é'.repeat(128), '🎉'.repeat(128), 'with space', '"quoted"', "'; --"]) {
    const answer = await patch(project, subscriber_id, { external_id });
    expect([answer.status, answer.json.external_id]).toEqual([200, external_id]);
  }
  for (const external_id of ['', 'x'.repeat(129), '🎉'.repeat(129), 'a\nb', '\t', 'a\u0085b', '\u007f']) {
    const answer = await patch(project, subscriber_id, { external_id });
    expect([answer.status, answer.json.code], JSON.stringify(external_id)).toEqual([400, 'invalid_external_id']);
  }
  for (const external_id of [5, true, [], {}, 'a\0b', '\ud800']) {
    const answer = await patch(project, subscriber_id, JSON.stringify({ external_id }));
    expect([answer.status, answer.json.code], JSON.stringify(external_id)).toEqual([400, 'validation_failed']);
  }
});

test('unknown tags and permissions are refused by name, and nothing changes', async () => {
  const project = await createProject();
  const other = await createProject();
  await addTags(project, 'vip');
  await addTags(other, 'theirs');
  await addPermissions(project, 'news');
  await addPermissions(other, 'foreign');
  const before = await subscribed(project);
  for (const [body, named] of [
    [{ lang: 'ru', tags: ['vip', 'theirs'] }, '`tags` has "theirs"'],
    [{ tags: ['VIP'] }, '`tags` has "VIP"'],
    [{ tags: [''] }, '`tags` has ""'],
    [{ tags: ['vip'], permissions: ['foreign'] }, '`permissions` has "foreign"'],
    [{ tags: 'vip' }, '`tags`'],
    [{ permissions: [1] }, '`permissions.0`'],
    [{ lang: 'de' }, '`lang`'],
    [{ tags: Array.from({ length: 201 }, () => 'vip') }, '`tags`'],
  ] as const) {
    const answer = await patch(project, before.subscriber_id, body);
    expect([answer.status, answer.json.code], named).toEqual([400, 'validation_failed']);
    expect(answer.json.error).toContain(named);
  }
  expect(await shown(project, before.subscriber_id)).toEqual(before);
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toEqual([]);
});

test('permission_changed says what came and what went, and fires only where the set is another', async () => {
  const project = await createProject();
  await addPermissions(project, 'news', 'offers', 'alerts');
  const { subscriber_id } = await subscribed(project);
  const set = (...permissions: string[]) => patch(project, subscriber_id, { permissions });
  await set('news', 'alerts');
  await set('alerts', 'news', 'news');
  await set('offers', 'alerts');
  const events = kit.eventsOf(project, 'subscription.permission_changed').map(({ data }) => data);
  expect(events).toEqual([
    { ...(await shown(project, subscriber_id)), permissions: ['news', 'alerts'], added: [], removed: ['offers'] },
    { ...(await shown(project, subscriber_id)), added: ['offers'], removed: ['news'] },
  ]);
});

test('changes at once do not undo each other', async () => {
  const project = await createProject();
  await addTags(project, 'a');
  await addPermissions(project, 'news');
  for (let round = 0; round < 10; round += 1) {
    const { subscriber_id } = await subscribed(project);
    const answers = await Promise.all([
      patch(project, subscriber_id, { external_id: 'u-1' }),
      patch(project, subscriber_id, { tags: ['a'] }),
      patch(project, subscriber_id, { permissions: [] }),
      patch(project, subscriber_id, { lang: 'ru' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await shown(project, subscriber_id)).toMatchObject({
      ...{ external_id: 'u-1', tags: ['a'], permissions: [], lang: 'ru' },
    });
  }
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toHaveLength(10);
});

test('10 at once that set the same permissions: one event', async () => {
  const project = await createProject();
  await addPermissions(project, 'news');
  const { subscriber_id } = await subscribed(project);
  await atOnce(10, () => patch(project, subscriber_id, { permissions: [] }));
  expect(kit.eventsOf(project, 'subscription.permission_changed')).toHaveLength(1);
});

test('DELETE removes an active subscriber with one event; then there is nobody', async () => {
  const project = await createProject();
  const before = await subscribed(project);
  const remove = () => project.call('DELETE', `/v1/subscribers/${before.subscriber_id}`);
  const answers = await atOnce(5, remove);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  expect((await remove()).json.code).toBe('subscriber_not_found');
  expect(kit.eventsOf(project, 'subscription.deleted').map(({ data }) => data)).toEqual([{ ...before, active: false }]);
  expect((await list(project)).total).toBe(0);
  expect((await kit.audit(project)).filter(({ action }) => action === 'subscriber.removed')).toHaveLength(1);
});

test('DELETE of somebody who had left is no event', async () => {
  const project = await createProject();
  const person = somebodyNew();
  const { subscriber_id } = await subscribed(project, person);
  await kit.app.bots.receive('telegram', typed(person, '/stop'));
  expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
  expect((await project.call('DELETE', `/v1/subscribers/${subscriber_id}`)).status).toBe(204);
  expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(1);
});

test('new subscribers have all permissions; who comes back has what they had; after DELETE one is new', async () => {
  const project = await createProject();
  await addPermissions(project, 'news', 'offers');
  const person = somebodyNew();
  const first = await subscribed(project, person);
  expect(first.permissions).toEqual(['news', 'offers']);
  await patch(project, first.subscriber_id, { permissions: ['offers'], external_id: 'u-1' });
  await addPermissions(project, 'alerts');
  await kit.app.bots.receive('telegram', typed(person, '/stop'));
  expect(await subscribed(project, person)).toMatchObject({
    ...{ subscriber_id: first.subscriber_id, permissions: ['offers'], external_id: 'u-1', active: true },
  });
  await project.call('DELETE', `/v1/subscribers/${first.subscriber_id}`);
  const again = await subscribed(project, person);
  expect(again).toMatchObject({ permissions: ['news', 'offers', 'alerts'], external_id: null });
  expect(again.subscriber_id).not.toBe(first.subscriber_id);
  expect(kit.eventsOf(project, 'subscription.created').at(-1)?.data).toEqual(again);
});

test('who is unknown, malformed or of another project is not found, by every route', async () => {
  const [mine, other] = [await createProject(), await createProject()];
  const theirs = await subscribed(other);
  for (const id of [
    theirs.subscriber_id,
    uuidOf(theirs),
    '018f0000-0000-7000-8000-000000000000',
    `sub_${'0'.repeat(22)}`,
    `sub_${'z'.repeat(22)}`,
    'sub_',
    'x',
    "'",
    '%F0%9F%8E%89',
  ]) {
    for (const [method, body] of [['GET'], ['PATCH', { lang: 'ru' }], ['DELETE']] as const) {
      const answer = await mine.call(method, `/v1/subscribers/${id}`, body === undefined ? {} : { body });
      expect([answer.status, answer.json.code], `${method} ${id}`).toEqual([404, 'subscriber_not_found']);
    }
  }
  expect(await shown(other, theirs.subscriber_id)).toEqual(theirs);
  expect((await list(mine)).total).toBe(0);
});
