/** What happens once, however many ask for it at the same time and in how many processes. */
import { expect, test } from 'vitest';
import { happened } from '../bots/scripted-messenger.fixture.ts';
import { atOnce, PLENTY, somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit({ apps: 3 });
const appOf = (n: number) => kit.apps[n % kit.apps.length] ?? kit.app;

const rowsOf = async (projectId: string) => {
  const [row] = await kit.query<Record<string, number>>(
    `select (select count(*) from subscriber where project_id = $1) as subscribers,
       (select count(*) from login_session where project_id = $1 and code_hash is not null) as codes,
       (select count(*) from ledger_entry where project_id = $1 and kind = 'login') as credits,
       (select coalesce(sum(logins), 0) from login_month where project_id = $1) as logins`,
    [projectId],
  );
  return row;
};

test('of 200 concurrent verifies of one code one succeeds; the others are refused as used, each on record', async () => {
  const project = await kit.createProject();
  const { code } = await kit.logIn(project);
  const answers = await atOnce(200, (n) =>
    appOf(n).call('POST', '/v1/auth/verify', { key: project.apiKey, body: { code } }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, json }) => `${status} ${json.code}`))).toEqual(
    new Set(['400 code_already_used']),
  );
  const audited = await kit.query<{ actor: string; detail: unknown }>(
    `select actor, detail from audit_entry where project_id = $1 and action = 'login.code_reused'`,
    [project.projectId],
  );
  expect(audited).toHaveLength(199);
  expect(audited[0]?.actor).toMatch(/^key:/);
  expect(JSON.stringify(audited)).not.toContain(code);
});

test('100 concurrent taps on Yes: one code, one credit, one login, one auth.completed, one subscription', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  const session = await kit.begin(project, { state: 'mine' });
  await kit.open(person, session.link);
  const taps = await atOnce(100, () => kit.tapOn(person, 'Yes'));
  const handled = await Promise.all(taps.map((tap, n) => appOf(n).bots.receive('telegram', tap)));
  expect(handled.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 100 }, () => 'handled'));
  expect(handled.filter(({ notice }) => notice === undefined)).toHaveLength(1);
  expect(handled.filter(({ notice }) => notice === 'This question is settled.')).toHaveLength(99);
  expect(await rowsOf(project.projectId)).toEqual({ subscribers: 1, codes: 1, credits: 1, logins: 1 });
  expect(kit.eventsOf(project, 'auth.completed')).toHaveLength(1);
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(1);
  expect((await kit.said(person)).filter(({ text }) => text === 'login_confirmed')).toHaveLength(1);
});

test('an update told 20 times at once is handled once', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  const tap = await kit.tapOn(person, 'Yes');
  const handled = await atOnce(20, (n) => appOf(n).bots.receive('telegram', tap));
  expect(handled.filter(({ outcome }) => outcome === 'handled')).toHaveLength(1);
  expect(handled.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(19);
  expect(await rowsOf(project.projectId)).toEqual({ subscribers: 1, codes: 1, credits: 1, logins: 1 });
});

test('Yes and No at once: one of them counts, wholly', async () => {
  for (let round = 0; round < 10; round += 1) {
    const project = await kit.createProject();
    const person = somebodyNew();
    const session = await kit.begin(project);
    await kit.open(person, session.link);
    const taps = [await kit.tapOn(person, 'Yes'), await kit.tapOn(person, 'No')];
    await Promise.all(taps.map((tap, n) => appOf(n).bots.receive('telegram', tap)));
    const { status } = await kit.statusOf(project, session);
    const whole = { completed: 1, declined: 0 }[status as 'completed'];
    expect(await rowsOf(project.projectId)).toEqual({
      subscribers: whole,
      codes: whole,
      credits: whole,
      logins: whole,
    });
    expect(kit.eventsOf(project, 'auth.completed')).toHaveLength(Number(whole));
  }
});

test('a link that 30 people open at once is claimed by one of them', async () => {
  const project = await kit.createProject();
  const session = await kit.begin(project);
  const people = Array.from({ length: 30 }, () => somebodyNew());
  await Promise.all(people.map((person, n) => kit.open(person, session.link, { app: appOf(n) })));
  const answers = await Promise.all(people.map((person) => kit.lastSaid(person)));
  expect(answers.filter((text) => text.startsWith('Log in to'))).toHaveLength(1);
  expect(answers.filter((text) => text.startsWith('This login belongs to somebody else'))).toHaveLength(29);
});

test('20 concurrent session creations on two apps: exactly five begin, the others are told when to come again', async () => {
  const project = await kit.createProject({ limits: { requests_per_minute: PLENTY.requests_per_minute } });
  const answers = await atOnce(20, (n) =>
    appOf(n).call('POST', '/v1/auth/session', { key: project.apiKey, body: { state: String(n) } }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  for (const refused of answers.filter(({ status }) => status !== 201)) {
    expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limit_project',
      '3600',
    ]);
  }
  const stored = await kit.query('select from login_session where project_id = $1', [project.projectId]);
  expect(stored).toHaveLength(5);
});

test('the same static link opened 20 times at once waits in one row, and one Yes ends it', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  await atOnce(20, (n) => kit.open(person, `auth_${project.slug}`, { app: appOf(n) }));
  const waiting = await kit.query('select from login_session where project_id = $1', [project.projectId]);
  expect(waiting).toHaveLength(1);
  await kit.tap(person, 'Yes');
  expect(await rowsOf(project.projectId)).toEqual({ subscribers: 1, codes: 1, credits: 1, logins: 1 });
});

test('Yes while the person blocks the bot: the subscription ends as it began, with one event each', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  const updates = [await kit.tapOn(person, 'Yes'), happened('stopped', person)];
  await Promise.all(updates.map((update, n) => appOf(n).bots.receive('telegram', update)));
  const [row] = await kit.query<{ active: boolean }>('select active from subscriber where project_id = $1', [
    project.projectId,
  ]);
  const deleted = kit.eventsOf(project, 'subscription.deleted').length;
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(1);
  expect(row?.active).toBe(deleted === 0);
});
