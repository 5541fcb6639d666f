/** The audit trail: what keys and the operator changed in a project, and nothing of another. */
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';

const database = await createTestDatabase();
const clock = createTestClock();
const app = await startTestApp({
  ...{ database, clock, env: { ROLES: 'api', WEBHOOK_ALLOW_HOSTS: '127.0.0.0/8' } },
});
type Project = Awaited<ReturnType<typeof app.createProject>>;
type Entry = { id: string; actor: string; actor_name: string | null; action: string; detail: Record<string, unknown> };

const operate = (method: string, path: string, body?: unknown) =>
  app.call(method, `/admin/v1/projects/${path}`, { key: app.adminToken, ...(body === undefined ? {} : { body }) });
const trail = async (project: Project, query = ''): Promise<Entry[]> => {
  const answer = await project.call('GET', `/v1/audit${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.entries;
};
const actions = async (project: Project, query = '') => (await trail(project, query)).map(({ action }) => action);

test('every change by the operator is there, newest first, with what changed', async () => {
  const project = await app.createProject({ callback_url: 'https://shop.example/secret-path' });
  await operate('PATCH', project.projectId, {
    ...{ name: 'New', callback_url: 'https://shop.example/secret-way', plan: 'basic', status: 'active' },
    ...{ limits: { requests_per_minute: 500 }, add_credits: 5 },
  });
  await operate('PATCH', project.projectId, {});
  await operate('PATCH', project.projectId, { callback_url: 'nowhere' });
  const key = (await operate('POST', `${project.projectId}/keys`, { name: 'CI' })).json;
  app.keepOutOfLogs(key.api_key);
  await operate('DELETE', `${project.projectId}/keys/${key.key_id}`);
  await operate('DELETE', `${project.projectId}/keys/${key.key_id}`);
  const entries = await trail(project);
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['key.revoked', { key_id: key.key_id }],
    ['key.created', { key_id: key.key_id, name: 'CI' }],
    [
      'project.changed',
      {
        fields: ['name', 'callback_url', 'plan', 'limits', 'status', 'add_credits'],
        ...{ plan: 'basic', status: 'active', limits: { requests_per_minute: 500 }, add_credits: 5 },
      },
    ],
    ['project.created', { slug: project.slug, plan: 'free', key_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  ]);
  for (const { actor, actor_name } of entries) expect([actor, actor_name]).toEqual(['operator', null]);
  const text = JSON.stringify(entries);
  for (const secret of [key.api_key, project.apiKey, 'bh_live_', 'secret-']) expect(text).not.toContain(secret);
});

test('what a key did carries its name, also after it was revoked, and no secret', async () => {
  const project = await app.createProject();
  const made = (await operate('POST', `${project.projectId}/keys`, { name: 'Backend' })).json;
  const byKey = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { key: made.api_key, ...(body === undefined ? {} : { body }) });
  const hook = (await byKey('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/' })).json;
  await byKey('PUT', `/v1/webhooks/${hook.id}`, { description: 'x' });
  const rotated = (await byKey('POST', `/v1/webhooks/${hook.id}/rotate-secret`)).json;
  await byKey('DELETE', `/v1/webhooks/${hook.id}`);
  for (const secret of [hook.secret, rotated.secret]) app.keepOutOfLogs(secret);
  await operate('DELETE', `${project.projectId}/keys/${made.key_id}`);
  const entries = await trail(project, `?actor=key:${made.key_id}`);
  expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['webhook.removed', 'Backend'],
    ['webhook.secret_rotated', 'Backend'],
    ['webhook.changed', 'Backend'],
    ['webhook.created', 'Backend'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('whsec_');
});

test('filters by action, actor and time, alone and together; pages go on where they ended', async () => {
  const project = await app.createProject();
  const at = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'];
  for (const [n, time] of at.entries()) {
    clock.set(time);
    await operate('PATCH', project.projectId, { name: `Name ${n}` });
    app.keepOutOfLogs((await operate('POST', `${project.projectId}/keys`, { name: `Key ${n}` })).json.api_key);
  }
  expect(await actions(project, '?action=project.changed')).toHaveLength(3);
  expect(await actions(project, '?action=no.such')).toEqual([]);
  expect(await actions(project, '?actor=operator&action=key.created')).toHaveLength(3);
  expect(await actions(project, '?actor=key:nobody')).toEqual([]);
  // From `since` on, and before `until`.
  expect(await actions(project, `?since=${at[1]}&until=${at[2]}`)).toEqual(['key.created', 'project.changed']);
  expect(await actions(project, '?since=2026-11-20T13:00:00+01:00')).toHaveLength(2);
  expect(await actions(project, `?until=${at[0]}`)).toEqual(['project.created']);
  const all = await trail(project);
  const paged: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { json } = await project.call('GET', `/v1/audit?limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...json.entries);
    cursor = json.next_cursor;
  }
  expect(all).toHaveLength(7);
  expect(paged).toEqual(all);
  for (const query of ['since=yesterday', 'until=2026-11-20', 'cursor=x', 'limit=0'])
    expect((await project.call('GET', `/v1/audit?${query}`)).status, query).toBe(400);
});

test('a project sees its own trail only', async () => {
  const [one, two] = [await app.createProject({ slug: 'trail-one' }), await app.createProject({ slug: 'trail-two' })];
  for (const project of [one, two]) {
    const [entry, ...more] = await trail(project);
    expect([entry?.detail['slug'], more]).toEqual([project.slug, []]);
  }
});
