import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { commandLineOf } from './cli.fixture.ts';
import { LIMIT_NAMES } from './project-body.ts';

const app = await startTestApp();
const bellhop = commandLineOf(app);

test('creates a project with everything that was named, and a key that works', async () => {
  const { code, json } = await bellhop([
    ...['projects', 'create', '--name', 'My shop', '--slug', 'my-shop', '--plan', 'basic', '--json'],
    ...[
      '--callback-url',
      'https://shop.example/back',
      '--redirect-uri',
      'https://a.example/',
      '--redirect-uri',
      'https://b.example/',
    ],
    ...[
      '--limit',
      'requests_per_minute=1000',
      '--limit',
      'auth_sessions_per_hour=7',
      '--display-name',
      'Shop',
      '--accent-color',
      '#102030',
    ],
  ]);
  expect(code).toBe(0);
  const project = json();
  expect(project).toMatchObject({
    name: 'My shop',
    slug: 'my-shop',
    plan: 'basic',
    callback_url: 'https://shop.example/back',
    redirect_uris: ['https://a.example/', 'https://b.example/'],
    limits: { requests_per_minute: 1000, auth_sessions_per_hour: 7 },
    look: { display_name: 'Shop', accent_color: '#102030' },
  });
  const answer = await app.call('GET', '/v1/project', { key: project.api_key });
  expect(answer.json.project_id).toBe(project.project_id);
});

test('shows a new key to a person once, with what was made', async () => {
  const { out } = await bellhop(['projects', 'create', '--name', 'Readable', '--slug', 'readable']);
  expect(out).toMatch(/^Name +Readable$/m);
  expect(out).toMatch(/^Requests per minute +300$/m);
  expect(out).toMatch(/^API key {2}bh_live_\w{32}$/m);
  const { out: later } = await bellhop(['projects', 'show', 'readable']);
  expect(later).not.toContain('bh_live_');
});

test('finds a project by its exact slug or its id, not by a part of it', async () => {
  const longer = await app.createProject({ slug: 'exact-and-more' });
  const exact = await app.createProject({ slug: 'exact' });
  expect((await bellhop(['projects', 'show', 'exact', '--json'])).json().project_id).toBe(exact.projectId);
  expect((await bellhop(['projects', 'show', longer.projectId, '--json'])).json().slug).toBe('exact-and-more');
  const part = await bellhop(['projects', 'show', 'exact-and']);
  expect(part).toMatchObject({ code: 1, out: '', err: 'There is no project with the slug "exact-and". (not_found)\n' });
});

test('changes what is named, leaves the rest, and takes fields back by an empty value', async () => {
  await app.createProject({
    slug: 'changing',
    callback_url: 'https://c.example/',
    limits: { auth_sessions_per_hour: 9 },
  });
  const change = (...flags: string[]) => bellhop(['projects', 'change', 'changing', '--json', ...flags]);
  const first = await change(
    '--status',
    'inactive',
    '--limit',
    'requests_per_minute=5',
    '--add-credits',
    '100',
    '--logo-url',
    'https://l.example/l.png',
  );
  expect(first.json()).toMatchObject({
    status: 'inactive',
    callback_url: 'https://c.example/',
    limits: { requests_per_minute: 5, auth_sessions_per_hour: 9 },
    look: { logo_url: 'https://l.example/l.png' },
  });
  const second = await change(
    '--callback-url',
    '',
    '--limit',
    'auth_sessions_per_hour=',
    '--logo-url',
    '',
    '--redirect-uri',
    '',
  );
  expect(second.json()).toMatchObject({
    callback_url: null,
    redirect_uris: [],
    limits: { requests_per_minute: 5, auth_sessions_per_hour: 5 },
    look: {},
  });
});

test('puts a project on a plan', async () => {
  await app.createProject({ slug: 'planned' });
  const { code, out } = await bellhop(['projects', 'plan', 'planned', 'unlimited']);
  expect(code).toBe(0);
  expect(out).toMatch(/^Plan +unlimited$/m);
});

test('lists every project across pages, in aligned columns', async () => {
  for (let made = 0; made < 205; made += 1) await app.createProject({ name: `Paged ${made}`, slug: `paged-${made}` });
  const { json } = await bellhop(['projects', 'list', '--search', 'paged-', '--json']);
  expect(new Set(json().projects.map((project: { slug: string }) => project.slug)).size).toBe(205);
  const { out } = await bellhop(['projects', 'list', '--search', 'paged-20']);
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(7);
  expect(new Set(lines.map((line) => line.search(/ID$|[0-9a-f-]{36}$/))).size).toBe(1);
});

test('creates, lists and revokes keys, by id or by prefix', async () => {
  const { slug, apiKey } = await app.createProject({ slug: 'keyed' });
  await app.call('GET', '/v1/project', { key: apiKey });
  const made = (await bellhop(['keys', 'create', slug, '--name', 'Second', '--json'])).json();
  expect((await app.call('GET', '/v1/project', { key: made.api_key })).status).toBe(200);

  expect((await bellhop(['keys', 'revoke', slug, made.key_id])).code).toBe(0);
  const byPrefix = await bellhop(['keys', 'revoke', slug, apiKey.slice(0, 12), '--json']);
  expect(byPrefix).toMatchObject({ code: 0, out: '' });
  const { keys } = (await bellhop(['keys', 'list', slug, '--json'])).json();
  expect(keys.map((key: { revoked_at: string | null }) => key.revoked_at === null)).toEqual([false, false]);

  const again = await bellhop(['keys', 'revoke', slug, apiKey.slice(0, 12)]);
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toMatch(/\(not_found\)$/m);
});

test('says how long ago a key was used', async () => {
  const { slug } = await app.createProject({ slug: 'used-key' });
  const made = (await bellhop(['keys', 'create', slug, '--name', 'Used', '--json'])).json();
  const usedAt = new Date(app.clock.now().getTime() - 3 * 3_600_000);
  await app.open.pool.query('update api_key set last_used_at = $1 where id = $2', [usedAt, made.key_id]);
  const { out } = await bellhop(['keys', 'list', slug]);
  expect(out).toMatch(/^First key +bh_live_\w{4}… +just now +never +in force +/m);
  expect(out).toMatch(/^Used +bh_live_\w{4}… +just now +3 hours ago +in force +/m);
});

test("a refusal is the API's error and code, exit code 1; with --json its envelope", async () => {
  const args = ['projects', 'create', '--name', 'X', '--slug', 'No good'];
  const plain = await bellhop(args);
  expect(plain).toMatchObject({ code: 1, out: '' });
  expect(plain.err).toMatch(/^`slug` .+ \(validation_failed\)\n$/);
  const json = await bellhop([...args, '--json']);
  expect(json).toMatchObject({ code: 1, out: '' });
  expect(JSON.parse(json.err)).toMatchObject({ code: 'validation_failed', retryable: false });
});

test('a wrong token is refused by the server, and not shown', async () => {
  const { code, err } = await bellhop(['projects', 'list'], { env: { BASE_URL: app.url, ADMIN_TOKEN: 'wrong-token' } });
  expect(code).toBe(1);
  expect(err).toContain('(invalid_api_key)');
  expect(err).not.toContain('wrong-token');
});

test('colours on a terminal only, and the same text underneath', async () => {
  await app.createProject({ slug: 'coloured', name: 'Coloured' });
  const plain = await bellhop(['projects', 'list', '--search', 'coloured']);
  const coloured = await bellhop(['projects', 'list', '--search', 'coloured'], { colour: true });
  expect(plain.out).not.toContain('\u001b');
  expect(coloured.out).not.toBe(plain.out);
  expect(stripVTControlCharacters(coloured.out)).toBe(plain.out);
});

test("a project's name cannot steer the terminal", async () => {
  await app.createProject({ slug: 'hostile', name: 'a\u001b[2Jb\nc\u202ed' });
  const { out } = await bellhop(['projects', 'list', '--search', 'hostile']);
  expect(out).toContain('a\ufffd[2Jb\ufffdc\ufffdd');
  expect(out.trimEnd().split('\n')).toHaveLength(2);
});

test('knows every limit that the server has', async () => {
  const { slug } = await app.createProject({ slug: 'limited' });
  const { json } = await bellhop(['projects', 'show', slug, '--json']);
  expect(Object.keys(json().limits)).toEqual([...LIMIT_NAMES]);
});
