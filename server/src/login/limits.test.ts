/** Exact sliding windows: sessions of a project, of an address, confirmations of a static link. */
import { expect, test } from 'vitest';
import { PLENTY, somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const { requests_per_minute } = PLENTY;
type Project = Awaited<ReturnType<typeof kit.createProject>>;

const start = async (project: Project, ip?: string) => {
  const body = ip === undefined ? {} : { client: { ip } };
  const { status, headers, json } = await project.call('POST', '/v1/auth/session', { body });
  return status === 201 ? 'begun' : { status, code: json.code, wait: Number(headers.get('retry-after')) };
};
const refused = (wait: number) => ({ status: 429, code: 'rate_limit_project', wait });

test('the sixth session in an hour waits for the oldest to leave the window; refused calls do not count', async () => {
  const project = await kit.createProject({ limits: { requests_per_minute } });
  for (let n = 0; n < 5; n += 1) {
    expect(await start(project)).toBe('begun');
    kit.clock.advance(100);
  }
  expect(await start(project)).toEqual(refused(3100));
  for (let n = 0; n < 20; n += 1) await start(project);
  kit.clock.advance(3098.7);
  expect(await start(project)).toEqual(refused(2));
  kit.clock.advance(1.299);
  expect(await start(project)).toEqual(refused(1));
  kit.clock.advance(0.001);
  expect(await start(project)).toBe('begun');
  expect(await start(project)).toEqual(refused(100));
  kit.clock.advance(100);
  expect(await start(project)).toBe('begun');
  expect(await start(project)).toEqual(refused(100));
});

test('after a quiet hour all five are there again, and projects do not share them', async () => {
  const [one, other] = [
    await kit.createProject({ limits: { requests_per_minute } }),
    await kit.createProject({ limits: { requests_per_minute } }),
  ];
  for (const _hour of [1, 2, 3]) {
    for (let n = 0; n < 5; n += 1) expect(await start(one)).toBe('begun');
    expect(await start(one)).toEqual(refused(3600));
    kit.clock.advance(3600);
  }
  expect(await start(other)).toBe('begun');
});

test('a call that is refused for its input counts for nothing', async () => {
  const project = await kit.createProject({ limits: { requests_per_minute } });
  for (let n = 0; n < 10; n += 1) await project.call('POST', '/v1/auth/session', { body: { state: '' } });
  for (let n = 0; n < 10; n += 1) {
    await project.call('POST', '/v1/auth/session', { body: { redirect_uri: 'https://elsewhere.example/' } });
  }
  for (let n = 0; n < 5; n += 1) expect(await start(project)).toBe('begun');
  expect(await start(project)).toEqual(refused(3600));
});

test('60 sessions an hour and address; another address, another project and no address are independent', async () => {
  const [project, other] = [await kit.createProject(), await kit.createProject()];
  for (let n = 0; n < 60; n += 1) expect(await start(project, '203.0.113.7')).toBe('begun');
  kit.clock.advance(60);
  expect(await start(project, '203.0.113.7')).toEqual(refused(3540));
  expect(await start(project, '203.0.113.8')).toBe('begun');
  expect(await start(project, '2001:db8::7')).toBe('begun');
  expect(await start(other, '203.0.113.7')).toBe('begun');
  expect(await start(project)).toBe('begun');
  kit.clock.advance(3540);
  expect(await start(project, '203.0.113.7')).toBe('begun');
});

test('an address counts as one, however it is spelled', async () => {
  const project = await kit.createProject({ limits: { ...PLENTY, auth_sessions_per_address: 3 } });
  const spellings = ['2001:db8::7', '2001:DB8:0:0:0:0:0:7', '2001:0db8::0007'];
  for (const ip of spellings) expect(await start(project, ip)).toBe('begun');
  expect(await start(project, '2001:db8:0::7')).toEqual(refused(3600));
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109']) {
    expect(await start(project, ip)).toBe('begun');
  }
  expect(await start(project, '203.0.113.9')).toEqual(refused(3600));
});

test('an address that is refused takes nothing from the project', async () => {
  const project = await kit.createProject({ limits: { requests_per_minute, auth_sessions_per_address: 2 } });
  const ip = '203.0.113.7';
  for (let n = 0; n < 2; n += 1) expect(await start(project, ip)).toBe('begun');
  for (let n = 0; n < 5; n += 1) expect(await start(project, ip)).toEqual(refused(3600));
  for (let n = 0; n < 3; n += 1) expect(await start(project)).toBe('begun');
  expect(await start(project)).toEqual(refused(3600));
});

test('a static link: five confirmations per person, project and hour; the sixth declines', async () => {
  const [project, other] = [await kit.createProject(), await kit.createProject()];
  const [person, neighbour] = [somebodyNew(), somebodyNew()];
  const logIn = async (who = person, where = project, channel: 'telegram' | 'max' = 'telegram') => {
    await kit.open(who, `auth_${where.slug}`, { channel });
    await kit.tap(who, 'Yes', { channel });
    return kit.lastSaid(who, channel);
  };
  for (let n = 0; n < 5; n += 1) expect(await logIn()).toBe('login_confirmed');
  const credits = () => kit.query('select from ledger_entry where project_id = $1 and amount < 0', [project.projectId]);
  expect(await logIn()).toMatch(/^Too many logins/);
  expect(await credits()).toHaveLength(5);
  expect(await logIn(neighbour)).toBe('login_confirmed');
  expect(await logIn(person, other)).toBe('login_confirmed');
  expect(await logIn(person, project, 'max')).toBe('login_confirmed');
  kit.clock.advance(3599);
  expect(await logIn()).toMatch(/^Too many logins/);
  kit.clock.advance(1);
  expect(await logIn()).toBe('login_confirmed');
});
