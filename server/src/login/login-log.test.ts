/** `GET /v1/auth/logins`: who logged in, how, and whether the code was used. */
import { expect, test } from 'vitest';
import { publicSubscriberId } from '#subscribers';
import { startTestApp } from '#test/app.ts';
import { somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const { database, clock } = kit;
const app = await startTestApp({
  ...{ database, clock, env: { ROLES: 'api' } },
});
type Project = Awaited<ReturnType<typeof kit.createProject>>;

const list = async (project: Project, query = '') => {
  const answer = await app.call('GET', `/v1/auth/logins${query}`, { key: project.apiKey });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};

test('a login shows who, how and when, and that its code was used once it is', async () => {
  const project = await kit.createProject();
  const person = somebodyNew();
  const session = await kit.begin(project, { state: 'cart-7', client: { ip: '203.0.113.9', user_agent: 'Browser/1' } });
  await kit.open(person, session.link);
  expect((await list(project)).logins).toEqual([]);
  await kit.tap(person, 'Yes');
  const { code } = await kit.statusOf(project, session);
  app.keepOutOfLogs(String(code));
  const confirmed = {
    login_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    kind: 'session',
    subscriber_id: expect.stringMatching(/^sub_[0-9A-Za-z]{22}$/),
    first_name: person.firstName,
    username: person.username ?? null,
    channel: 'telegram',
    state: 'cart-7',
    client_ip: '203.0.113.9',
    client_agent: 'Browser/1',
    confirmed_at: '2026-11-14T09:30:00.000+00:00',
    verified_at: null,
  };
  const before = await list(project);
  expect(before).toEqual({ logins: [confirmed], next_cursor: null });
  for (const secret of [session.id, session.token, String(code)]) expect(JSON.stringify(before)).not.toContain(secret);
  clock.advance(5);
  await project.call('POST', '/v1/auth/verify', { body: { code } });
  expect((await list(project)).logins).toEqual([{ ...confirmed, verified_at: '2026-11-14T09:30:05.000+00:00' }]);
});

test('a static login says so and has nothing of a browser; one that was declined or left is not listed', async () => {
  const project = await kit.createProject();
  const [yes, no, away] = [somebodyNew(), somebodyNew(), somebodyNew()];
  for (const person of [yes, no, away]) await kit.open(person, `auth_${project.slug}`, { channel: 'max' });
  await kit.tap(yes, 'Yes', { channel: 'max' });
  await kit.tap(no, 'No', { channel: 'max' });
  const { logins } = await list(project);
  expect(logins).toHaveLength(1);
  expect(logins[0]).toMatchObject({ kind: 'static', channel: 'max', first_name: yes.firstName });
  expect(Object.keys(logins[0])).not.toEqual(expect.arrayContaining(['state']));
});

test('newest first, by channel or subscriber (both spellings), in pages; another project’s are not there', async () => {
  const [project, other] = [await kit.createProject(), await kit.createProject()];
  const [anna, boris] = [somebodyNew(), somebodyNew()];
  await kit.logIn(other, anna);
  for (const [person, channel] of [
    [anna, 'telegram'],
    [anna, 'max'],
    [boris, 'telegram'],
    [anna, 'telegram'],
  ] as const) {
    clock.advance(1);
    await kit.logIn(project, person, { channel });
    // A second one in the same millisecond.
    await kit.logIn(project, person, { channel });
  }
  const all = (await list(project)).logins;
  expect(all.map(({ first_name, channel }: Record<string, string>) => [first_name, channel])).toEqual(
    [
      [anna, 'telegram'],
      [boris, 'telegram'],
      [anna, 'max'],
      [anna, 'telegram'],
    ].flatMap(([person, channel]) => {
      const row = [(person as typeof anna).firstName, channel];
      return [row, row];
    }),
  );
  expect((await list(project, '?channel=max')).logins).toHaveLength(2);
  const [row] = await kit.query<{ id: string }>(
    `select id from subscriber where project_id = $1 and channel = 'telegram' and person_id = $2`,
    [project.projectId, anna.id],
  );
  const id = row?.id ?? '';
  for (const spelling of [id, publicSubscriberId(id)]) {
    expect((await list(project, `?subscriber_id=${spelling}`)).logins).toHaveLength(4);
    expect((await list(project, `?subscriber_id=${spelling}&channel=max`)).logins).toEqual([]);
    expect((await list(other, `?subscriber_id=${spelling}`)).logins).toEqual([]);
  }
  const paged: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list(project, `?limit=3${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.logins);
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(all);
});

test('a removed subscriber leaves the login, without a name; what is asked wrongly is refused', async () => {
  const project = await kit.createProject();
  await kit.logIn(project);
  await kit.query('delete from subscriber where project_id = $1', [project.projectId]);
  expect((await list(project)).logins).toMatchObject([{ first_name: null, username: null, channel: 'telegram' }]);
  for (const query of ['channel=sms', 'subscriber_id=x', 'subscriber_id=', 'cursor=x', 'limit=0'])
    expect((await app.call('GET', `/v1/auth/logins?${query}`, { key: project.apiKey })).status, query).toBe(400);
});
