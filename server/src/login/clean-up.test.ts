/** Sessions and codes are kept seven days, what the limits count for an hour. */
import { expect, test } from 'vitest';
import { forgetOldLogins } from './index.ts';
import { somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const project = await kit.createProject();
const DAY = 86_400;
const forget = (most = 1_000) => forgetOldLogins(kit.database.database, kit.clock, most);
const count = async (table: string) => (await kit.query(`select from ${table}`)).length;

test('sessions older than seven days go, in batches, whatever became of them; younger ones stay', async () => {
  const person = somebodyNew();
  await kit.logIn(project, person);
  const declined = await kit.begin(project);
  await kit.open(person, declined.link);
  await kit.tap(person, 'No');
  for (let n = 0; n < 5; n += 1) await kit.begin(project);
  kit.clock.advance(3_600);
  const young = await kit.begin(project);
  const login = await kit.logIn(project);
  kit.clock.advance(7 * DAY - 3_600);
  await forget();
  expect(await count('login_session')).toBe(9);
  kit.clock.advance(601);
  expect(await forget(3)).toBe(3);
  expect(await count('login_session')).toBe(6);
  expect(await forget(3)).toBe(3);
  expect(await forget(3)).toBe(1);
  expect(await forget(3)).toBe(0);
  expect(await count('login_session')).toBe(2);
  expect(await kit.statusOf(project, young)).toMatchObject({ status: 'expired' });
  const verify = () => project.call('POST', '/v1/auth/verify', { body: { code: login.code } });
  expect((await verify()).json.code).toBe('code_expired');
  kit.clock.advance(3_600);
  await forget();
  expect(await count('login_session')).toBe(0);
  expect((await verify()).json.code).toBe('invalid_code');
  expect((await project.call('GET', young.status)).status).toBe(404);
});

test('a static link that was opened a week ago and again now keeps its question and its code', async () => {
  const person = somebodyNew();
  await kit.open(person, `auth_${project.slug}`);
  kit.clock.advance(8 * DAY);
  await kit.open(person, `auth_${project.slug}`);
  await forget();
  expect(await kit.tap(person, 'Yes')).toBeUndefined();
  await forget();
  await kit.deliver();
  const button = kit.messengers.telegram.edited.at(-1)?.message.buttons?.[0]?.[0];
  const code = new URL(button !== undefined && 'url' in button ? button.url : '').searchParams.get('code');
  const verified = await project.call('POST', '/v1/auth/verify', { body: { code } });
  expect(verified.status, verified.text).toBe(200);
  kit.clock.advance(7 * DAY - 60);
  await forget();
  const again = await project.call('POST', '/v1/auth/verify', { body: { code } });
  expect(again.json.code).toBe('code_already_used');
  kit.clock.advance(120);
  await forget();
  expect(await count('login_session')).toBe(0);
});

test('what has left its window goes, in batches, and the limit stays exact', async () => {
  const strict = await kit.createProject({ limits: { requests_per_minute: 1_000_000 } });
  const start = async () => (await strict.call('POST', '/v1/auth/session')).status;
  kit.clock.advance(3_601);
  await forget();
  expect(await count('window_entry')).toBe(0);
  for (let n = 0; n < 3; n += 1) await start();
  kit.clock.advance(1_800);
  for (let n = 0; n < 2; n += 1) await start();
  kit.clock.advance(1_800);
  await forget();
  expect(await start()).toBe(201);
  kit.clock.advance(0.001);
  expect(await forget(2)).toBe(2);
  expect(await forget(2)).toBe(1);
  expect(await count('window_entry')).toBe(3);
  for (const status of [201, 201, 429]) expect(await start()).toBe(status);
  kit.clock.advance(3_600);
  await forget();
  for (const status of [201, 201, 201, 201, 201, 429]) expect(await start()).toBe(status);
});

test('counters that count nothing any more go too, and counting starts again', async () => {
  const strict = await kit.createProject({ limits: { requests_per_minute: 1_000_000, auth_sessions_per_hour: 1 } });
  const start = async () => (await strict.call('POST', '/v1/auth/session')).status;
  expect(await start()).toBe(201);
  await forget();
  expect(await start()).toBe(429);
  kit.clock.advance(3_601);
  while ((await forget()) > 0);
  expect(await count('window_counter')).toBe(0);
  const statuses = await Promise.all(Array.from({ length: 5 }, start));
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
});
