import { describe, expect, test } from 'vitest';
import { addSeconds } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import { startTestApp } from '#test/app.ts';
import { createProject } from './create-project.ts';

const app = await startTestApp();
const admin = (method: string, path: string, body?: unknown) =>
  app.call(method, `/admin/v1${path}`, { key: app.adminToken, ...(body === undefined ? {} : { body }) });

describe('creating a project', () => {
  test('answers 201 with everything set and a key that works, shown this once', async () => {
    const body = {
      name: 'Кофейня «Зерно» ☕',
      slug: 'zerno',
      callback_url: 'http://localhost:3000/callback?from=bellhop',
      redirect_uris: ['https://zerno.example/in', 'https://zerno.example/in'],
      plan: 'basic',
      limits: { requests_per_minute: 1000 },
      look: { display_name: 'Зерно', accent_color: '#AA8800' },
    };
    const { status, json } = await admin('POST', '/projects', body);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: body.name,
      slug: 'zerno',
      callback_url: body.callback_url,
      redirect_uris: ['https://zerno.example/in'],
      plan: 'basic',
      limits: {
        requests_per_minute: 1000,
        auth_sessions_per_hour: 5,
        logins_per_month: 700,
        credits_per_month: 10_000,
      },
      look: body.look,
      status: 'active',
      created_at: '2026-11-14T09:30:00.000+00:00',
    });
    expect(json.api_key).toMatch(/^bh_live_[0-9A-Za-z]{32}$/);
    expect((await app.call('GET', '/v1/project', { key: json.api_key })).json.project_id).toBe(json.project_id);
    const read = await admin('GET', `/projects/${json.project_id}`);
    expect(read.text).not.toContain(json.api_key);
  });

  test('the key is stored as a hash only', async () => {
    const project = await app.createProject({ slug: 'hashed' });
    const { rows } = await app.open.pool.query('select k::text as row from api_key k where project_id = $1', [
      project.projectId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(project.apiKey.slice(12));
  });

  test.each([
    ['a slug with capitals', { slug: 'Zerno' }, 'validation_failed', /`slug`/],
    ['a slug that is too short', { slug: 'ab' }, 'validation_failed', /`slug`/],
    ['a slug of 33 characters', { slug: 'a'.repeat(33) }, 'validation_failed', /`slug`/],
    ['no name', { name: undefined }, 'validation_failed', /`name` is required/],
    ['a name of spaces', { name: '  ' }, 'validation_failed', /`name`/],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'validation_failed', /`name` must have at most 100/],
    ['an unknown plan', { plan: 'gold' }, 'validation_failed', /`plan` must be one of free, basic, unlimited/],
    ['a limit of zero', { limits: { requests_per_minute: 0 } }, 'validation_failed', /`limits.requests_per_minute`/],
    ['a callback URL that is no URL', { callback_url: 'nowhere' }, 'invalid_url', /`callback_url`/],
    ['a javascript URL', { callback_url: 'javascript:alert(1)' }, 'invalid_url', /`callback_url`/],
    ['a URL with credentials', { redirect_uris: ['https://a:b@c.example/'] }, 'invalid_url', /`redirect_uris`/],
    ['a URL with a fragment', { callback_url: 'https://c.example/#x' }, 'invalid_url', /`callback_url`/],
    ['a colour that is none', { look: { accent_color: 'red; }' } }, 'validation_failed', /`look.accent_color`/],
    [
      'a logo that is no web address',
      { look: { logo_url: 'data:image/png;base64,' } },
      'validation_failed',
      /`look.logo_url`/,
    ],
  ])('%s is refused by name', async (_name, change, code, message) => {
    const { status, json } = await admin('POST', '/projects', { name: 'Wrong', slug: 'wrong', ...change });
    expect(status).toBe(400);
    expect(json.code).toBe(code);
    expect(json.error).toMatch(message);
  });

  test('of ten at once with one slug exactly one is made; the others are 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin('POST', '/projects', { name: 'Race', slug: 'race' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe('conflict');
  });

  test('a slug that the login pages need for themselves is taken', async () => {
    expect((await admin('POST', '/projects', { name: 'Return', slug: 'return' })).status).toBe(409);
  });

  test('an account may own one free project, and more on higher plans', async () => {
    const { database } = app.open;
    const ownerId = uuidv7(app.clock.now());
    await app.open.pool.query('insert into account (id, name, created_at) values ($1, $2, $3)', [
      ownerId,
      'Anna',
      app.clock.now(),
    ]);
    await createProject(database, app.clock, { name: 'Free', slug: 'free-one', ownerId });
    await createProject(database, app.clock, { name: 'Paid', slug: 'paid-one', plan: 'basic', ownerId });
    await expect(createProject(database, app.clock, { name: 'Free', slug: 'free-two', ownerId })).rejects.toMatchObject(
      { code: 'conflict' },
    );
  });
});

describe('changing a project', () => {
  test('what is given changes, what is absent stays, null takes a limit back to the plan', async () => {
    const { projectId } = await app.createProject({
      slug: 'changing',
      callback_url: 'https://a.example/',
      limits: { requests_per_minute: 7 },
    });
    const path = `/projects/${projectId}`;
    expect((await admin('PATCH', path, { name: 'New name', plan: 'basic' })).json).toMatchObject({
      name: 'New name',
      plan: 'basic',
      slug: 'changing',
      callback_url: 'https://a.example/',
      limits: { requests_per_minute: 7 },
    });
    const { json } = await admin('PATCH', path, {
      callback_url: null,
      limits: { requests_per_minute: null, auth_sessions_per_hour: 9 },
    });
    expect(json).toMatchObject({ callback_url: null, limits: { requests_per_minute: 300, auth_sessions_per_hour: 9 } });
    expect((await admin('GET', path)).json).toEqual(json);
    expect((await admin('PATCH', path, {})).json).toEqual(json);
  });

  test('the slug never changes', async () => {
    const { projectId } = await app.createProject({ slug: 'fixed-slug' });
    expect((await admin('PATCH', `/projects/${projectId}`, { slug: 'other-slug' })).json.slug).toBe('fixed-slug');
  });

  test('two changes at once are both kept', async () => {
    const { projectId } = await app.createProject({ slug: 'both' });
    await Promise.all([
      admin('PATCH', `/projects/${projectId}`, { limits: { requests_per_minute: 11 } }),
      admin('PATCH', `/projects/${projectId}`, { limits: { auth_sessions_per_hour: 12 } }),
    ]);
    const { json } = await admin('GET', `/projects/${projectId}`);
    expect(json.limits).toMatchObject({ requests_per_minute: 11, auth_sessions_per_hour: 12 });
  });

  test('credits are rows of the ledger, written with the change or not at all', async () => {
    const { projectId } = await app.createProject({ slug: 'credits' });
    await admin('PATCH', `/projects/${projectId}`, { add_credits: 500 });
    await admin('PATCH', `/projects/${projectId}`, { add_credits: 500, callback_url: 'nowhere' });
    const { rows } = await app.open.pool.query(
      'select kind, amount from ledger_entry where project_id = $1 order by id',
      [projectId],
    );
    expect(rows).toEqual([
      { kind: 'monthly_credits', amount: 1000 },
      { kind: 'credit_pack', amount: 500 },
    ]);
  });
});

describe('what is not there is 404', () => {
  test.each(['nonsense', '01a1d964-6dc0-774a-8a4e-a23d73463e54', '%D0%AF'])('project %s', async (id) => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['GET', '/keys', undefined],
      ['POST', '/keys', { name: 'Key' }],
      ['DELETE', '/keys/01a1d964-6dc0-774a-8a4e-a23d73463e54', undefined],
    ] as const) {
      const answer = await admin(method, `/projects/${id}${path}`, body);
      expect(answer.status).toBe(404);
      expect(answer.json.code).toBe('not_found');
    }
  });
});

describe('keys', () => {
  test('a project has several, each with a name; a revoked one stays in the list and cannot be revoked again', async () => {
    const { projectId } = await app.createProject({ slug: 'keys' });
    const made = (await admin('POST', `/projects/${projectId}/keys`, { name: 'CI' })).json;
    expect(made.api_key).toMatch(/^bh_live_/);
    expect(made.api_key.startsWith(made.prefix)).toBe(true);
    expect((await admin('DELETE', `/projects/${projectId}/keys/${made.key_id}`)).status).toBe(204);
    expect((await admin('DELETE', `/projects/${projectId}/keys/${made.key_id}`)).status).toBe(404);
    const { keys } = (await admin('GET', `/projects/${projectId}/keys`)).json;
    expect(keys.map((key: { name: string; revoked_at: unknown }) => [key.name, key.revoked_at !== null])).toEqual([
      ['First key', false],
      ['CI', true],
    ]);
    expect(JSON.stringify(keys)).not.toContain(made.api_key);
  });

  test("another project's key cannot be revoked", async () => {
    const [one, two] = [await app.createProject({ slug: 'key-one' }), await app.createProject({ slug: 'key-two' })];
    const key = (await admin('GET', `/projects/${two.projectId}/keys`)).json.keys[0];
    expect((await admin('DELETE', `/projects/${one.projectId}/keys/${key.key_id}`)).status).toBe(404);
    expect((await two.call('GET', '/v1/project')).status).toBe(200);
  });
});

test('the list is newest first, in pages, and can be searched', async () => {
  for (const [index, slug] of ['list-a', 'list-b', 'list-c'].entries()) {
    await createProject(
      app.open.database,
      { now: () => addSeconds(app.clock.now(), index + 1) },
      { name: slug.toUpperCase(), slug },
    );
  }
  const first = (await admin('GET', '/projects?limit=2')).json;
  expect(first.projects.map((project: { slug: string }) => project.slug)).toEqual(['list-c', 'list-b']);
  const second = (await admin('GET', `/projects?limit=1&cursor=${first.next_cursor}`)).json;
  expect(second.projects[0].slug).toBe('list-a');
  const found = (await admin('GET', '/projects?q=LIST-')).json;
  expect(found.projects).toHaveLength(3);
  expect(found.next_cursor).toBeNull();
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=nonsense', 'cursor=%00'])
    expect((await admin('GET', `/projects?${query}`)).status).toBe(400);
});

test('the operator API wants the ADMIN_TOKEN, and a project key will not do', async () => {
  const project = await app.createProject({ slug: 'not-admin' });
  expect((await app.call('GET', '/admin/v1/projects')).json.code).toBe('unauthorized');
  expect((await project.call('GET', '/admin/v1/projects')).json.code).toBe('invalid_api_key');
  expect((await app.call('GET', '/v1/project', { key: app.adminToken })).json.code).toBe('invalid_api_key');
});
