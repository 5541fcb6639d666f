/** /v1 and /admin/v1 by the session of a browser: who may do what, and from where. */
import { describe, expect, test } from 'vitest';
import { API, startAccountsKit } from './accounts.fixture.ts';

const kit = await startAccountsKit();
const { app, operator } = kit;
const shop = await kit.createProject({ slug: 'shop', plan: 'unlimited' });
const other = await kit.createProject({ slug: 'other', plan: 'unlimited' });
const project = shop.projectId;
const admin = await kit.member(project, 'admin');
const viewer = await kit.member(project, 'viewer');
const url = 'https://shop.example/hook';

describe('a signed-in browser', () => {
  test('calls /v1 as its project, with the limit of its own and no key', async () => {
    for (const browser of [admin, viewer, operator]) {
      const answer = await browser.get('/v1/project', { project });
      expect([answer.status, answer.json.slug]).toEqual([200, 'shop']);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    }
  });

  test('says which project; without that, or signed out, it is nobody', async () => {
    expect((await admin.get('/v1/project')).json.code).toBe('unauthorized');
    expect((await kit.browser().get('/v1/project', { project })).json.code).toBe('unauthorized');
    const invented = { cookie: `bellhop_session=${'x'.repeat(40)}` };
    expect((await kit.browser().get('/v1/project', { project, headers: invented })).status).toBe(401);
  });

  test("finds another account's project not there, as one that nobody has", async () => {
    const ids = [other.projectId, '00000000-0000-7000-8000-000000000001', crypto.randomUUID(), 'nonsense', ''];
    for (const id of ids) {
      const answers = [
        await admin.get('/v1/project', { project: id }),
        await admin.call('POST', '/v1/webhooks', { project: id, body: { url } }),
        ...(id === '' ? [] : [await admin.get(`${API}/projects/${id}`), await admin.get(`${API}/projects/${id}/keys`)]),
      ];
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual(answers.map(() => [404, 'not_found']));
    }
    expect((await operator.get('/v1/project', { project: other.projectId })).status).toBe(200);
  });

  test('is outdone by a key: a header that says who calls is believed or refused, never passed over', async () => {
    const byKey = { authorization: `Bearer ${other.apiKey}` };
    expect((await viewer.get('/v1/project', { project, headers: byKey })).json.slug).toBe('other');
    // No origin is asked of a key.
    const made = await viewer.call('POST', '/v1/webhooks', {
      project,
      body: { url },
      headers: { ...byKey, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(made.status).toBe(201);
    app.keepOutOfLogs(made.json.secret);
    for (const authorization of ['', 'Basic abc', 'Bearer bh_live_unknown'])
      expect((await admin.get('/v1/project', { project, headers: { authorization } })).status).toBe(401);
  });

  test('is named in the audit trail of what it does', async () => {
    const made = await admin.call('POST', '/v1/webhooks', { project, body: { url } });
    expect(made.status).toBe(201);
    app.keepOutOfLogs(made.json.secret);
    expect((await kit.auditOf(project)).at(-1)).toEqual({
      actor: `account:${admin.accountId}`,
      action: 'webhook.created',
    });
  });
});

describe('what changes something comes from our own pages', () => {
  const host = new URL(app.url).host;
  const cases: [string, Record<string, string | undefined>, boolean][] = [
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['same-site', { 'sec-fetch-site': 'same-site' }, false],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, false],
    ['typed in', { 'sec-fetch-site': 'none' }, false],
    ['cross-site with our origin', { 'sec-fetch-site': 'cross-site', origin: `http://${host}` }, false],
    ['our origin', { origin: `http://${host}` }, true],
    ['another origin', { origin: 'http://evil.example' }, false],
    ['our host as part of another', { origin: `http://${host}.evil.example` }, false],
    ['another port', { origin: 'http://127.0.0.1:1' }, false],
    ['no origin at all', {}, false],
    ['a null origin', { origin: 'null' }, false],
  ];
  const cookie = `bellhop_session=${admin.cookies.get('bellhop_session')}`;
  const sent = (headers: Record<string, string | undefined>) => ({
    cookie,
    'x-bellhop-project': project,
    ...(headers as Record<string, string>),
  });

  test.each(cases)('%s', async (_name, given, allowed) => {
    const headers = sent(given);
    const changes = [
      await app.call('PUT', `/v1/webhooks/${crypto.randomUUID()}`, { headers, body: {} }),
      await app.call('POST', '/v1/auth/verify', { headers, body: {} }),
      await app.call('DELETE', `/v1/webhooks/${crypto.randomUUID()}`, { headers }),
      await app.call('PATCH', `${API}/me`, { headers, body: { name: 'Anna' } }),
    ];
    const expected = allowed ? [404, 400, 404, 200] : [403, 403, 403, 403];
    expect(changes.map(({ status }) => status)).toEqual(expected);
    if (!allowed) for (const { json } of changes) expect(json.code).toBe('forbidden');
    expect((await app.call('GET', '/v1/project', { headers })).status).toBe(200);
    expect((await app.call('HEAD', '/v1/project', { headers })).status).toBe(200);
  });

  test('the operator API as well', async () => {
    const own = `bellhop_session=${operator.cookies.get('bellhop_session')}`;
    for (const [, given, allowed] of cases) {
      const headers = { cookie: own, ...(given as Record<string, string>) };
      const answer = await app.call('PATCH', `/admin/v1/projects/${project}`, { headers, body: {} });
      expect(answer.status).toBe(allowed ? 200 : 403);
      expect((await app.call('GET', '/admin/v1/projects', { headers })).status).toBe(200);
    }
  });
});

describe('a viewer', () => {
  const id = crypto.randomUUID();
  const changes: [string, string, unknown][] = [
    ['POST', '/v1/webhooks', { url }],
    ['PUT', `/v1/webhooks/${id}`, {}],
    ['DELETE', `/v1/webhooks/${id}`, undefined],
    ['POST', `/v1/webhooks/${id}/rotate-secret`, {}],
    ['POST', `/v1/webhooks/${id}/test`, {}],
    ['POST', `/v1/webhooks/deliveries/${id}/redeliver`, {}],
    ['POST', '/v1/auth/session', {}],
    ['POST', '/v1/auth/verify', { code: 'x' }],
  ];

  test.each(changes)('may not %s %s, which an admin may', async (method, path, body) => {
    const asked = { project, ...(body === undefined ? {} : { body }) };
    const refused = await viewer.call(method, path, asked);
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('600');
    const answer = await admin.call(method, path, asked);
    expect(answer.status).not.toBe(403);
    if (answer.json?.secret !== undefined) app.keepOutOfLogs(answer.json.secret);
    if (answer.json?.session_id !== undefined) app.keepOutOfLogs(answer.json.session_id);
  });

  test.each(['/v1/project', '/v1/webhooks', '/v1/webhooks/deliveries', '/v1/auth/link'])(
    'may look at %s',
    async (path) => {
      expect((await viewer.get(path, { project })).status).toBe(200);
    },
  );

  const api = `${API}/projects/${project}`;
  test.each([
    ['PATCH', api, { name: 'x' }],
    ['GET', `${api}/keys`, undefined],
    ['POST', `${api}/keys`, { name: 'x' }],
    ['DELETE', `${api}/keys/${id}`, undefined],
    ['GET', `${api}/invites`, undefined],
    ['POST', `${api}/invites`, { role: 'viewer' }],
    ['DELETE', `${api}/invites/${id}`, undefined],
    ['PATCH', `${api}/members/${id}`, { role: 'viewer' }],
    ['DELETE', `${api}/members/${id}`, undefined],
  ] as [string, string, unknown][])('may not %s %s', async (method, path, body) => {
    const answer = await viewer.call(method, path, body === undefined ? {} : { body });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  test('sees the project and its team', async () => {
    expect((await viewer.get(api)).json).toMatchObject({ slug: 'shop', role: 'viewer' });
    expect((await viewer.get(`${API}/projects/shop`)).json.project_id).toBe(project);
    expect((await viewer.get(`${api}/members`)).json.members).toHaveLength(2);
  });
});

test('an inactive project can be looked at by its team, and changed by the operator alone', async () => {
  const sleeping = await kit.createProject({ slug: 'sleeping', plan: 'unlimited' });
  const member = await kit.member(sleeping.projectId, 'admin');
  const asked = { project: sleeping.projectId };
  await operator.call('PATCH', `/admin/v1/projects/${sleeping.projectId}`, { body: { status: 'inactive' } });
  expect((await member.get('/v1/project', asked)).json.status).toBe('inactive');
  const path = `${API}/projects/${sleeping.projectId}`;
  for (const answer of [
    await member.call('POST', '/v1/webhooks', { ...asked, body: { url } }),
    await member.call('PATCH', path, { body: { name: 'x' } }),
    await member.call('POST', `${path}/keys`, { body: { name: 'x' } }),
    await member.call('POST', `${path}/invites`, { body: { role: 'viewer' } }),
    await sleeping.call('GET', '/v1/project'),
  ])
    expect([answer.status, answer.json.code]).toEqual([403, 'project_inactive']);
  expect((await operator.call('PATCH', path, { body: { name: 'Dormant' } })).status).toBe(200);
});

describe('the operator API', () => {
  test('is open to an operator who is signed in, and does not list the project of the sign-in', async () => {
    const listed = (await operator.get('/admin/v1/projects')).json.projects;
    expect(listed.map(({ slug }: { slug: string }) => slug)).toContain('other');
    expect(listed.map(({ slug }: { slug: string }) => slug)).not.toContain('bellhop-dashboard');
  });

  test('is closed to everybody else', async () => {
    for (const browser of [admin, viewer]) {
      const answer = await browser.get('/admin/v1/projects');
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    }
    expect((await kit.browser().get('/admin/v1/projects')).json.code).toBe('unauthorized');
    // A wrong token is refused although the cookie would do.
    const headers = { authorization: 'Bearer wrong' };
    expect((await operator.get('/admin/v1/projects', { headers })).json.code).toBe('invalid_api_key');
  });
});

test('who is removed from a team, or made less, feels it with the next request', async () => {
  const member = await kit.member(project, 'admin');
  const path = `${API}/projects/${project}/members/${member.accountId}`;
  expect((await operator.call('PATCH', path, { body: { role: 'viewer' } })).status).toBe(204);
  expect((await member.call('POST', '/v1/webhooks', { project, body: { url } })).status).toBe(403);
  expect((await operator.call('DELETE', path)).status).toBe(204);
  expect((await member.get('/v1/project', { project })).status).toBe(404);
});
