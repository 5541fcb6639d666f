/** What changes with the time: codes, sessions, prompts. */
import { expect, test } from 'vitest';
import { expirePrompts } from './index.ts';
import { atOnce, type LoginKit, somebodyNew, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const project = await kit.createProject();
const verify = async (code: string) => {
  const { status, json } = await project.call('POST', '/v1/auth/verify', { body: { code } });
  return status === 200 ? 'verified' : `${status} ${json.code}`;
};
const expire = ({ database: { database }, clock, app: { messages } }: LoginKit) =>
  expirePrompts({ database, clock, messages }, 100);

test.each([
  [299, 'verified'],
  [300, 'verified'],
  [300.001, '400 code_expired'],
  [301, '400 code_expired'],
  [3600, '400 code_expired'],
])('a code %d s old: %s', async (seconds, outcome) => {
  const { code } = await kit.logIn(project);
  kit.clock.advance(seconds);
  expect(await verify(code)).toBe(outcome);
});

test('a code that was used and has expired since is used, not expired', async () => {
  const { code } = await kit.logIn(project);
  expect(await verify(code)).toBe('verified');
  kit.clock.advance(301);
  expect(await verify(code)).toBe('400 code_already_used');
});

test('a session whose code nobody used in time is expired', async () => {
  const { code, session } = await kit.logIn(project);
  kit.clock.advance(301);
  expect(await verify(code)).toBe('400 code_expired');
  expect(await kit.statusOf(project, session)).toEqual({
    session_id: session.id,
    status: 'expired',
    channel: 'telegram',
    expires_in: 0,
  });
});

test('the status carries the code on every poll until it is consumed or expires, and counts its seconds down', async () => {
  const { code, session } = await kit.logIn(project);
  for (const [seconds, left] of [
    [0, 300],
    [0.5, 300],
    [99.5, 200],
    [200, 0],
  ] as const) {
    kit.clock.advance(seconds);
    expect(await kit.statusOf(project, session)).toMatchObject({ status: 'completed', code, expires_in: left });
  }
  expect(await verify(code)).toBe('verified');
  const after = await kit.statusOf(project, session);
  expect(after).toMatchObject({ status: 'verified', expires_in: 0 });
  expect(after).not.toHaveProperty('code');
});

test('a session is pending through its 600 seconds and expired from then on; Yes then changes nothing', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project, { state: 's' });
  await kit.open(person, session.link);
  kit.clock.advance(599.999);
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'pending', expires_in: 1 });
  const subscribed = kit.eventsOf(project, 'subscription.created').length;
  kit.clock.advance(0.001);
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'expired', expires_in: 0, state: 's' });
  expect(await kit.tap(person, 'Yes')).toBe('This question is settled.');
  expect(await kit.tap(person, 'No')).toBe('This question is settled.');
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'expired' });
  expect(kit.eventsOf(project, 'subscription.created')).toHaveLength(subscribed);
  const [row] = await kit.query('select status, code_hash from login_session where person_id = $1', [person.id]);
  expect(row).toEqual({ status: 'pending', code_hash: null });
});

test('a session confirmed in its last millisecond is confirmed', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  kit.clock.advance(599.999);
  expect(await kit.tap(person, 'Yes')).toBeUndefined();
  expect(await kit.statusOf(project, session)).toMatchObject({ status: 'completed', expires_in: 300 });
});

test('a prompt that nobody answered loses its buttons, once, in the language of the person', async () => {
  await expire(kit);
  const [anna, boris] = [somebodyNew('en'), somebodyNew('ru')];
  const sessions = [await kit.begin(project), await kit.begin(project)];
  await kit.open(anna, sessions[0]?.link ?? '');
  await kit.open(boris, sessions[1]?.link ?? '');
  const [prompt] = await kit.said(anna);
  expect(await expire(kit)).toBe(0);
  kit.clock.advance(600);
  const taken = await atOnce(3, () => expire(kit));
  expect(taken.reduce((sum, count) => sum + count)).toBe(2);
  expect(await expire(kit)).toBe(0);
  expect((await kit.said(anna)).slice(1)).toMatchObject([
    { edits: prompt?.id, text: expect.stringMatching(/^The login to .* has expired/), buttons: [] },
  ]);
  expect(await kit.lastSaid(boris)).toMatch(/^Время входа на .* вышло/);
});

test('what was decided in time is not said to have expired', async () => {
  await expire(kit);
  const [yes, no] = [somebodyNew(), somebodyNew()];
  await kit.logIn(project, yes);
  await kit.open(no, (await kit.begin(project)).link);
  await kit.tap(no, 'No');
  kit.clock.advance(601);
  expect(await expire(kit)).toBe(0);
});

test('a prompt that could not be sent in time is not sent at all', async () => {
  const person = somebodyNew();
  await kit.open(person, (await kit.begin(project)).link);
  kit.clock.advance(600);
  await kit.app.messages.tick();
  expect(kit.messengers.telegram.sent.filter(({ personId }) => personId === person.id)).toEqual([]);
});
