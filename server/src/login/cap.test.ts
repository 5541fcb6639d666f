/** The plan's logins of a month: hard, exact, and nobody pays for a login that was refused. */
import { expect, test } from 'vitest';
import { atOnce, somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit({ apps: 2 });
kit.clock.set('2026-11-30T23:00:00.000Z');
type Project = Awaited<ReturnType<typeof kit.createProject>>;

const setLogins = (project: Project, logins: number) =>
  kit.query('insert into login_month (project_id, month, logins) values ($1, $2, $3)', [
    project.projectId,
    kit.clock.now().toISOString().slice(0, 10).replace(/..$/, '01'),
    logins,
  ]);
const rowsOf = async ({ projectId }: Project) => {
  const [row] = await kit.query<Record<string, number>>(
    `select (select count(*) from subscriber where project_id = $1) as subscribers,
       (select count(*) from login_session where project_id = $1 and code_hash is not null) as codes,
       (select coalesce(-sum(amount), 0)::int from ledger_entry where project_id = $1 and kind = 'login') as credits,
       (select logins from login_month where project_id = $1 order by month desc limit 1) as logins`,
    [projectId],
  );
  return row;
};
const start = (project: Project) => project.call('POST', '/v1/auth/session', { body: {} });

test('the 100th login of a month is the last on the free plan; a session that was open ends declined, with nothing taken', async () => {
  const project = await kit.createProject();
  await setLogins(project, 99);
  const late = somebodyNew();
  const waiting = await kit.begin(project);
  await kit.open(late, waiting.link);
  await kit.logIn(project);
  const blocked = await start(project);
  expect([blocked.status, blocked.json.code, blocked.json.retryable]).toEqual([402, 'billing_blocked', false]);
  const before = await rowsOf(project);
  expect(before).toEqual({ subscribers: 1, codes: 1, credits: 1, logins: 100 });

  expect(await kit.tap(late, 'Yes')).toBeUndefined();
  expect(await kit.statusOf(project, waiting)).toEqual({ session_id: waiting.id, status: 'declined', expires_in: 0 });
  expect(await kit.lastSaid(late)).toMatch(/is not available at the moment/);
  expect((await kit.said(late)).at(-1)?.buttons).toEqual([]);
  expect(await rowsOf(project)).toEqual(before);
  for (const name of ['auth.completed', 'subscription.created'] as const) {
    expect(kit.eventsOf(project, name)).toHaveLength(1);
  }
  expect(await kit.tap(late, 'Yes')).toBe('This question is settled.');
});

test('a static link at the cap says so and takes nothing, from the five an hour neither', async () => {
  const project = await kit.createProject();
  await setLogins(project, 100);
  const person = somebodyNew();
  for (let n = 0; n < 7; n += 1) {
    await kit.open(person, `auth_${project.slug}`);
    await kit.tap(person, 'Yes');
    expect(await kit.lastSaid(person)).toMatch(/is not available at the moment/);
  }
  expect(await rowsOf(project)).toEqual({ subscribers: 0, codes: 0, credits: 0, logins: 100 });
});

test('20 concurrent confirmations at 95 logins: exactly five succeed, on two apps and both messengers', async () => {
  const project = await kit.createProject();
  await setLogins(project, 95);
  const people = Array.from({ length: 20 }, () => somebodyNew());
  const channelOf = (n: number) => (n % 2 === 0 ? 'telegram' : 'max');
  const sessions = await atOnce(20, () => kit.begin(project));
  await atOnce(20, (n) => kit.open(people[n] ?? somebodyNew(), sessions[n]?.link ?? '', { channel: channelOf(n) }));
  await Promise.all(
    people.map((person, n) =>
      kit.tap(person, 'Yes', { channel: channelOf(n), app: kit.apps[n % 3 === 0 ? 1 : 0] ?? kit.app }),
    ),
  );
  const states = await Promise.all(sessions.map((session) => kit.statusOf(project, session)));
  expect(states.filter(({ status }) => status === 'completed')).toHaveLength(5);
  expect(states.filter(({ status }) => status === 'declined')).toHaveLength(15);
  expect(await rowsOf(project)).toEqual({ subscribers: 5, codes: 5, credits: 5, logins: 100 });
  expect(kit.eventsOf(project, 'auth.completed')).toHaveLength(5);
});

test('a higher plan opens it at once; unlimited has no cap', async () => {
  const project = await kit.createProject();
  await setLogins(project, 100);
  expect((await start(project)).status).toBe(402);
  const change = (body: object) =>
    kit.app.call('PATCH', `/admin/v1/projects/${project.projectId}`, { key: kit.app.adminToken, body });
  await change({ plan: 'basic' });
  await kit.logIn(project);
  await kit.query('update login_month set logins = 700 where project_id = $1', [project.projectId]);
  expect((await start(project)).status).toBe(402);
  await change({ plan: 'unlimited' });
  await kit.logIn(project);
  expect(await rowsOf(project)).toMatchObject({ logins: 701 });
});

test('credits far below zero block no login', async () => {
  const project = await kit.createProject({ limits: { credits_per_month: 1 } });
  await kit.logIn(project);
  const exhausted = await kit.query(
    `update credit_account set exhausted_at = exhausted_at - interval '10 days' where project_id = $1 returning exhausted_at`,
    [project.projectId],
  );
  expect(exhausted).toHaveLength(1);
  await kit.logIn(project);
  expect(kit.eventsOf(project, 'auth.completed')).toHaveLength(2);
});

// Moves the month: last in the file.
test('a new month (UTC) opens it, at midnight and not before; the login counts for the month of its Yes', async () => {
  const project = await kit.createProject();
  await setLogins(project, 100);
  kit.clock.set('2026-11-30T23:59:59.999Z');
  expect((await start(project)).status).toBe(402);
  kit.clock.set('2026-12-01T00:00:00.000Z');
  await kit.logIn(project);
  const months = await kit.query('select month::text, logins from login_month where project_id = $1 order by month', [
    project.projectId,
  ]);
  expect(months).toEqual([
    { month: '2026-11-01', logins: 100 },
    { month: '2026-12-01', logins: 1 },
  ]);
});
