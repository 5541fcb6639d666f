import { describe, expect, test } from 'vitest';
import { atOnce, somebodyNew } from '../login/login.fixture.ts';
import type { Role } from './account.ts';
import { API, pathOf, startAccountsKit } from './accounts.fixture.ts';

const kit = await startAccountsKit({ apps: 2 });
const { app, operator } = kit;
const path = (projectId: string, rest = '') => `${API}/projects/${projectId}${rest}`;
const team = async (projectId: string): Promise<{ account_id: string; role: Role }[]> =>
  (await operator.get(path(projectId, '/members'))).json.members;
const ownerOf = async (projectId: string) =>
  (await kit.query<{ owner: string | null }>('select owner_id as owner from project where id = $1', [projectId]))[0]
    ?.owner;

/** A project with its team. */
async function createTeam(plan = 'unlimited') {
  const { projectId } = await kit.createProject({ plan });
  const owner = await kit.member(projectId, 'owner');
  return { projectId, owner };
}

describe('invitations', () => {
  test('are listed without their address, by who made them, while they are open', async () => {
    const { projectId, owner } = await createTeam();
    const made = (await owner.call('POST', path(projectId, '/invites'), { body: { role: 'viewer' } })).json;
    expect(made).toEqual({
      id: expect.any(String),
      role: 'viewer',
      url: expect.stringMatching(/^http:\/\/bellhop\.test\/dashboard\/start\/\w{40}$/),
      expires_at: '2026-11-21T09:30:00.000+00:00',
    });
    pathOf(app, made.url);
    const { invites } = (await owner.get(path(projectId, '/invites'))).json;
    expect(invites).toEqual([
      { id: made.id, role: 'viewer', created_by: 'Anna', created_at: expect.any(String), expires_at: made.expires_at },
    ]);
    expect(JSON.stringify(invites)).not.toContain(made.url.split('/').at(-1));
  });

  test('nobody gives more than they have, and nobody invites a second owner', async () => {
    const { projectId, owner } = await createTeam();
    const admin = await kit.member(projectId, 'admin');
    const invite = async (by: typeof owner, role: string) =>
      (await by.call('POST', path(projectId, '/invites'), { body: { role } })).status;
    expect([await invite(admin, 'owner'), await invite(admin, 'admin'), await invite(admin, 'viewer')]).toEqual([
      403, 201, 201,
    ]);
    expect([await invite(owner, 'owner'), await invite(owner, 'admin'), await invite(owner, 'king')]).toEqual([
      409, 201, 400,
    ]);
  });

  test('a project without an owner can be given to somebody by the operator, once', async () => {
    const { projectId } = await kit.createProject({ plan: 'basic' });
    const links = [await kit.invite(operator, projectId, 'owner'), await kit.invite(operator, projectId, 'owner')];
    const first = kit.browser();
    expect((await kit.join(first, somebodyNew(), String(links[0]))).status).toBe(303);
    const { id } = (await first.get(`${API}/me`)).json.account;
    expect(await ownerOf(projectId)).toBe(id);
    expect(await team(projectId)).toMatchObject([{ account_id: id, role: 'owner' }]);
    const late = await kit.join(kit.browser(), somebodyNew(), String(links[1]));
    expect(late.status).toBe(400);
    expect(await ownerOf(projectId)).toBe(id);
  });

  test('the free plan has one member, open invitations included: of ten at once exactly one is made', async () => {
    const { projectId } = await kit.createProject({ plan: 'free' });
    const invite = (n: number) =>
      operator.call('POST', path(projectId, '/invites'), { body: { role: 'admin' }, app: kit.apps[n % 2] ?? app });
    const answers = await atOnce(10, invite);
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, json } of answers.filter((answer) => answer !== made[0])) {
      expect([status, json.code]).toEqual([409, 'conflict']);
      expect(json.error).toContain('The free plan has 1 member');
    }
    pathOf(app, made[0]?.json.url);
    // Withdrawn, its place is free again; accepted, it is taken.
    expect((await operator.call('DELETE', path(projectId, `/invites/${made[0]?.json.id}`))).status).toBe(204);
    expect((await kit.join(kit.browser(), somebodyNew(), await kit.invite(operator, projectId, 'admin'))).status).toBe(
      303,
    );
    expect((await invite(0)).status).toBe(409);
    await operator.call('PATCH', `/admin/v1/projects/${projectId}`, { body: { plan: 'basic' } });
    expect((await invite(0)).status).toBe(201);
  });

  test('an expired one takes no place', async () => {
    const { projectId } = await kit.createProject({ plan: 'free' });
    await kit.invite(operator, projectId, 'admin');
    kit.clock.advance(7 * 86_400);
    await kit.invite(operator, projectId, 'admin');
    expect((await operator.get(path(projectId, '/invites'))).json.invites).toHaveLength(1);
  });

  test('when the plan has become smaller, those who come later find the team full', async () => {
    const { projectId } = await kit.createProject({ plan: 'basic' });
    const links = [await kit.invite(operator, projectId, 'admin'), await kit.invite(operator, projectId, 'admin')];
    await operator.call('PATCH', `/admin/v1/projects/${projectId}`, { body: { plan: 'free' } });
    expect((await kit.join(kit.browser(), somebodyNew(), String(links[0]))).status).toBe(303);
    const full = await kit.join(kit.browser(), somebodyNew(), String(links[1]));
    expect([full.status, full.text.includes('The team is full')]).toEqual([409, true]);
    expect(await team(projectId)).toHaveLength(1);
  });
});

describe('roles', () => {
  test('the owner hands the project over and stays as an admin; there is one owner at any time', async () => {
    const { projectId, owner } = await createTeam();
    const heir = await kit.member(projectId, 'viewer');
    const answer = await owner.call('PATCH', path(projectId, `/members/${heir.accountId}`), {
      body: { role: 'owner' },
    });
    expect(answer.status).toBe(204);
    expect(await ownerOf(projectId)).toBe(heir.accountId);
    expect(Object.fromEntries((await team(projectId)).map(({ account_id, role }) => [account_id, role]))).toEqual({
      [heir.accountId]: 'owner',
      [owner.accountId]: 'admin',
    });
  });

  test('handed to two at once, it has one owner, who is the one of the project', async () => {
    const { projectId, owner } = await createTeam();
    const heirs = [await kit.member(projectId, 'viewer'), await kit.member(projectId, 'admin')];
    await Promise.all(
      heirs.map(({ accountId }) =>
        operator.call('PATCH', path(projectId, `/members/${accountId}`), { body: { role: 'owner' } }),
      ),
    );
    const owners = (await team(projectId)).filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
    expect(await ownerOf(projectId)).toBe(owners[0]?.account_id);
    expect(owners[0]?.account_id).not.toBe(owner.accountId);
  });

  test('an account that owns a free project cannot be handed another', async () => {
    const [first, second] = [await createTeam('free'), await createTeam('basic')];
    await kit.join(first.owner, first.owner.person, await kit.invite(operator, second.projectId, 'admin'));
    await kit.query(`update project set plan = 'free' where id = $1`, [second.projectId]);
    const answer = await second.owner.call('PATCH', path(second.projectId, `/members/${first.owner.accountId}`), {
      body: { role: 'owner' },
    });
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
    expect(await ownerOf(second.projectId)).toBe(second.owner.accountId);
  });

  test('the owner can neither leave nor be demoted, by anybody', async () => {
    const { projectId, owner } = await createTeam();
    const admin = await kit.member(projectId, 'admin');
    const own = path(projectId, `/members/${owner.accountId}`);
    const tries = async (by: typeof operator) => [
      (await by.call('DELETE', own)).status,
      (await by.call('PATCH', own, { body: { role: 'viewer' } })).status,
    ];
    expect(await tries(owner)).toEqual([409, 409]);
    expect(await tries(operator)).toEqual([409, 409]);
    expect(await tries(admin)).toEqual([403, 403]);
    expect(await ownerOf(projectId)).toBe(owner.accountId);
  });

  test('an admin changes and removes others but makes no owner; everybody may leave', async () => {
    const { projectId } = await createTeam();
    const [admin, viewer] = [await kit.member(projectId, 'admin'), await kit.member(projectId, 'viewer')];
    const of = (id: string) => path(projectId, `/members/${id}`);
    const change = async (id: string, role: Role) => (await admin.call('PATCH', of(id), { body: { role } })).status;
    expect([await change(viewer.accountId, 'admin'), await change(viewer.accountId, 'viewer')]).toEqual([204, 204]);
    expect(await change(viewer.accountId, 'owner')).toBe(403);
    expect(await change(crypto.randomUUID(), 'viewer')).toBe(404);
    expect((await viewer.call('DELETE', of(admin.accountId))).status).toBe(403);
    expect((await viewer.call('DELETE', of(viewer.accountId))).status).toBe(204);
    expect((await viewer.get(path(projectId))).status).toBe(404);
    expect((await admin.call('DELETE', of(admin.accountId))).status).toBe(204);
    expect(await team(projectId)).toHaveLength(1);
  });

  test('all of it is in the audit trail, by whoever did it', async () => {
    const { projectId, owner } = await createTeam();
    const member = await kit.member(projectId, 'viewer');
    const of = path(projectId, `/members/${member.accountId}`);
    await owner.call('PATCH', of, { body: { role: 'admin' } });
    await owner.call('DELETE', of);
    const made = (await owner.call('POST', path(projectId, '/invites'), { body: { role: 'viewer' } })).json;
    await owner.call('DELETE', path(projectId, `/invites/${made.id}`));
    const own = (await kit.auditOf(projectId)).filter(({ actor }) => actor === `account:${owner.accountId}`);
    expect(own.map(({ action }) => action)).toEqual([
      'member.joined',
      'member.changed',
      'member.removed',
      'invite.created',
      'invite.withdrawn',
    ]);
    expect(await kit.auditOf(projectId)).toContainEqual({
      actor: `account:${member.accountId}`,
      action: 'member.joined',
    });
  });
});
