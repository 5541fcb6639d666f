import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import { authenticateProject } from './authentication.ts';
import { type Caller, KeyCache } from './key-cache.ts';
import { RateLimit } from './rate-limit.ts';

const database = await createTestDatabase();
const app = await startTestApp({ database });
const another = await startTestApp({ database });

test('a request without a key is unauthorized, whatever else it carries', async () => {
  for (const headers of [
    {},
    { authorization: '' },
    { authorization: 'Basic abc' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer a b' },
  ]) {
    const answer = await app.call('GET', '/v1/project', { headers: headers as Record<string, string> });
    expect(answer.status).toBe(401);
    expect(answer.json.code).toBe('unauthorized');
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
  }
});

test('an unknown key is invalid_api_key', async () => {
  for (const key of ['bh_live_00000000000000000000000000000000', 'x', 'x'.repeat(5_000)]) {
    const answer = await app.call('GET', '/v1/project', { key });
    expect(answer.status).toBe(401);
    expect(answer.json.code).toBe('invalid_api_key');
  }
});

test("the scheme's case does not matter", async () => {
  const { apiKey } = await app.createProject({ slug: 'case' });
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const answer = await app.call('GET', '/v1/project', { headers: { authorization: `${scheme} ${apiKey}` } });
    expect(answer.status).toBe(200);
  }
});

test('a key sees its own project and no other', async () => {
  const [first, second] = [await app.createProject({ slug: 'first' }), await app.createProject({ slug: 'second' })];
  expect((await first.call('GET', '/v1/project')).json.project_id).toBe(first.projectId);
  expect((await second.call('GET', '/v1/project')).json.project_id).toBe(second.projectId);
});

test('a revoked key is refused by every process within a second', async () => {
  const project = await app.createProject({ slug: 'revoked', limits: { requests_per_minute: 100_000 } });
  const made = await app.call('POST', `/admin/v1/projects/${project.projectId}/keys`, {
    key: app.adminToken,
    body: { name: 'Second' },
  });
  const key = made.json.api_key;
  expect((await app.call('GET', '/v1/project', { key })).status).toBe(200);
  expect((await another.call('GET', '/v1/project', { key })).status).toBe(200);
  const revoked = await app.call('DELETE', `/admin/v1/projects/${project.projectId}/keys/${made.json.key_id}`, {
    key: app.adminToken,
  });
  expect(revoked.status).toBe(204);
  const deadline = performance.now() + 1_000;
  for (const one of [app, another]) {
    let status = 200;
    while (status === 200 && performance.now() < deadline)
      status = (await one.call('GET', '/v1/project', { key })).status;
    expect(status).toBe(401);
  }
  expect((await project.call('GET', '/v1/project')).status).toBe(200);
});

test('an inactive project is 403 with the headers of the rate limit, and works again when active', async () => {
  const project = await app.createProject({ slug: 'sleeping' });
  const path = `/admin/v1/projects/${project.projectId}`;
  await app.call('PATCH', path, { key: app.adminToken, body: { status: 'inactive' } });
  const refused = await project.call('GET', '/v1/project');
  expect(refused.status).toBe(403);
  expect(refused.json.code).toBe('project_inactive');
  expect(refused.headers.get('x-ratelimit-limit')).toBe('300');
  await app.call('PATCH', path, { key: app.adminToken, body: { status: 'active' } });
  expect((await another.call('GET', '/v1/project', { key: project.apiKey })).status).toBe(200);
});

test('the last use of a key is kept to the minute', async () => {
  const project = await app.createProject({ slug: 'used' });
  const keys = async () =>
    (await app.call('GET', `/admin/v1/projects/${project.projectId}/keys`, { key: app.adminToken })).json.keys;
  expect((await keys())[0].last_used_at).toBeNull();
  await project.call('GET', '/v1/project');
  await expect.poll(async () => (await keys())[0].last_used_at).toBe('2026-11-14T09:30:00.000+00:00');
});

const keyCaller: Caller = { actor: 'key:k', role: 'admin', projectId: 'p', active: true, requestsPerMinute: 300 };

test('many requests with one key ask the database once, and a failure is not remembered', async () => {
  let asked = 0;
  let broken = true;
  const caller = keyCaller;
  const cache = new KeyCache(async () => {
    asked += 1;
    if (broken) throw new Error('away');
    return caller;
  });
  await expect(cache.caller('key')).rejects.toThrow('away');
  broken = false;
  const found = await Promise.all(Array.from({ length: 100 }, () => cache.caller('key')));
  expect(found.every((one) => one !== undefined && one === found[0])).toBe(true);
  expect(asked).toBe(2);
});

test('a cached key is asked for again before a second has passed', async () => {
  let now = 0;
  let known: boolean = true;
  const cache = new KeyCache(
    async () => (known ? keyCaller : undefined),
    () => now,
  );
  expect(await cache.caller('key')).toBeDefined();
  known = false;
  now = 500;
  expect(await cache.caller('key')).toBeDefined();
  now = 999;
  expect(await cache.caller('key')).toBeUndefined();
});

test('viewers, and members of an inactive project, may do what a route says changes nothing, and no other POST', async () => {
  const viewer: Caller = {
    ...{ projectId: 'p', active: true, requestsPerMinute: 600 },
    ...{ actor: 'account:a', role: 'viewer' },
  };
  const callers: Record<string, Caller> = { viewer, asleep: { ...viewer, role: 'owner', active: false } };
  const browsers = {
    callerOf: async (_request: unknown, id: string) => ({ caller: callers[id] ?? viewer, sessionId: id }),
    operatorOf: async () => undefined,
  };
  const keys = new KeyCache(async () => undefined);
  const open = await startTestApp({
    extend: async ({ http }) => {
      await http.register(async (v1) => {
        v1.addHook('onRequest', authenticateProject(keys, new RateLimit(database.database, app.clock), browsers));
        v1.post('/preview', { config: { viewerMay: true } }, async () => ({}));
        v1.post('/change', async () => ({}));
      });
    },
  });
  const call = async (path: string, who: string) => {
    const { status, json } = await open.call('POST', path, { headers: { 'x-bellhop-project': who }, body: {} });
    return [status, json.code];
  };
  expect(await call('/preview', 'viewer')).toEqual([200, undefined]);
  expect(await call('/change', 'viewer')).toEqual([403, 'forbidden']);
  expect(await call('/preview', 'asleep')).toEqual([200, undefined]);
  expect(await call('/change', 'asleep')).toEqual([403, 'project_inactive']);
});
