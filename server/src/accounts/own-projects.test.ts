import { expect, test } from 'vitest';
import { atOnce } from '../login/login.fixture.ts';
import { API, startAccountsKit } from './accounts.fixture.ts';

const kit = await startAccountsKit({ apps: 2 });
const { app, operator } = kit;
const { projectId: shared } = await kit.createProject({ slug: 'shared', plan: 'unlimited' });

test('an account makes a project, owns it, and is shown its first key once', async () => {
  const browser = await kit.member(shared, 'viewer');
  const answer = await browser.call('POST', `${API}/projects`, { body: { name: 'My shop', slug: 'my-shop' } });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({ slug: 'my-shop', plan: 'free', role: 'owner', status: 'active' });
  const { project_id, api_key } = answer.json;
  expect((await app.call('GET', '/v1/project', { key: api_key })).json.project_id).toBe(project_id);
  const { projects } = (await browser.get(`${API}/me`)).json;
  expect(projects.map(({ slug, role }: { slug: string; role: string }) => [slug, role])).toEqual([
    ['my-shop', 'owner'],
    ['shared', 'viewer'],
  ]);
  const { members } = (await browser.get(`${API}/projects/${project_id}/members`)).json;
  expect(members).toMatchObject([{ account_id: browser.accountId, role: 'owner', is_you: true }]);
  expect(await kit.auditOf(project_id)).toEqual([{ actor: `account:${browser.accountId}`, action: 'project.created' }]);
});

test('one free project an account: of ten at once exactly one is made, and the rest say what to do', async () => {
  const browser = await kit.member(shared, 'viewer');
  const answers = await atOnce(10, (n) =>
    browser.call('POST', `${API}/projects`, { body: { name: 'P', slug: `many-${n}` }, app: kit.apps[n % 2] ?? app }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
  for (const { json } of answers.filter(({ status }) => status === 409)) expect(json.error).toContain('higher plan');
  const rows = await kit.query('select from project_member where account_id = $1 and role = $2', [
    browser.accountId,
    'owner',
  ]);
  expect(rows).toHaveLength(1);
  for (const { json } of answers) if (json.api_key !== undefined) app.keepOutOfLogs(json.api_key);
  // On a higher plan it no longer counts.
  const { project_id } = answers.find(({ status }) => status === 201)?.json ?? {};
  await operator.call('PATCH', `/admin/v1/projects/${project_id}`, { body: { plan: 'basic' } });
  const next = await browser.call('POST', `${API}/projects`, { body: { name: 'Next', slug: 'next-one' } });
  expect(next.status).toBe(201);
  app.keepOutOfLogs(next.json.api_key);
});

test.each([
  [{ name: 'x', slug: 'shared' }, 409],
  [{ name: 'x', slug: 'bellhop-dashboard' }, 409],
  [{ name: 'x', slug: 'No Good' }, 400],
  [{ name: '', slug: 'fine' }, 400],
  [{ slug: 'fine' }, 400],
])('a project %j is refused', async (body, status) => {
  const browser = await kit.member(shared, 'viewer');
  expect((await browser.call('POST', `${API}/projects`, { body })).status).toBe(status);
});

test('an admin changes name, addresses and look, by the rules of the operator API; and not plan, limits or status', async () => {
  const { projectId } = await kit.createProject({ plan: 'basic' });
  const admin = await kit.member(projectId, 'admin');
  const path = `${API}/projects/${projectId}`;
  const body = {
    name: 'Renamed',
    callback_url: 'http://localhost:3000/in',
    redirect_uris: ['https://a.example/x'],
    look: { accent_color: '#aa0000' },
  };
  const changed = (await admin.call('PATCH', path, { body: { ...body, plan: 'unlimited', status: 'inactive' } })).json;
  expect(changed).toMatchObject({ ...body, plan: 'basic', status: 'active', role: 'admin' });
  expect((await admin.call('PATCH', path, { body: { callback_url: null } })).json.callback_url).toBeNull();
  for (const bad of [{ callback_url: 'javascript:x' }, { redirect_uris: ['https://u:p@a.example'] }])
    expect((await admin.call('PATCH', path, { body: bad })).json.code).toBe('invalid_url');
  expect((await admin.call('PATCH', path, { body: { look: { accent_color: 'red' } } })).json.code).toBe(
    'validation_failed',
  );
  await admin.call('PATCH', path, { body: {} });
  const own = (await kit.auditOf(projectId)).filter(({ action }) => action === 'project.changed');
  expect(own).toEqual(Array(2).fill({ actor: `account:${admin.accountId}`, action: 'project.changed' }));
});

test('an admin makes keys, shown once, and revokes them', async () => {
  const { projectId } = await kit.createProject({ plan: 'basic' });
  const admin = await kit.member(projectId, 'admin');
  const path = `${API}/projects/${projectId}/keys`;
  const made = await admin.call('POST', path, { body: { name: 'Billing' } });
  expect(made.status).toBe(201);
  const { api_key, key_id } = made.json;
  expect((await app.call('GET', '/v1/project', { key: api_key })).status).toBe(200);
  const listed = await admin.get(path);
  expect(listed.json.keys.map(({ name }: { name: string }) => name)).toEqual(['First key', 'Billing']);
  expect(listed.text).not.toContain(api_key);
  const other = await kit.createProject({ plan: 'basic' });
  const stranger = await kit.member(other.projectId, 'admin');
  expect((await stranger.call('DELETE', `${API}/projects/${other.projectId}/keys/${key_id}`)).status).toBe(404);
  expect((await admin.call('DELETE', `${path}/${key_id}`)).status).toBe(204);
  expect((await admin.call('DELETE', `${path}/${key_id}`)).status).toBe(404);
  await expect.poll(async () => (await app.call('GET', '/v1/project', { key: api_key })).status).toBe(401);
  const own = (await kit.auditOf(projectId)).filter(({ actor }) => actor === `account:${admin.accountId}`);
  expect(own.map(({ action }) => action)).toEqual(['member.joined', 'key.created', 'key.revoked']);
});

test('an operator sees every project, their own first, and never the one of the sign-in', async () => {
  const { projects, account } = (await operator.get(`${API}/me`)).json;
  expect(account.is_operator).toBe(true);
  const slugs = projects.map(({ slug }: { slug: string }) => slug);
  expect(slugs).toContain('shared');
  expect(slugs).not.toContain('bellhop-dashboard');
  expect((await operator.get(`${API}/projects/bellhop-dashboard`)).status).toBe(404);
});
