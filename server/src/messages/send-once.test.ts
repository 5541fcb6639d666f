/** One request, one message: whatever is repeated, at once, later, or after a process has died. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { uuidv7 } from '#lib/ids.ts';
import { createTestClock } from '#test/clock.ts';
import type { KilledSendOptions } from './killed-send.fixture.ts';
import { eventually, type Project, startSendKit } from './send.fixture.ts';
import { send } from './send.ts';

const here = await startSendKit();
const there = await startSendKit({ database: here.open, worker: false });
/** Time moves by hand, and nobody sends unless told to. */
const clock = createTestClock();
const still = await startSendKit({ clock, worker: false });
const hasty = await startSendKit({ clock, worker: false, database: still.open, waitMs: 0 });

const post = (
  kit: { call: typeof here.call },
  project: Project,
  key: string,
  body: unknown,
): ReturnType<typeof here.call> => kit.call(project, 'POST', '/v1/send', { body, headers: { 'idempotency-key': key } });

test('ten at once with one key, in two processes: one message, one credit, one event', async () => {
  const project = await here.createProject();
  const anna = await here.subscribe(project);
  const body = { subscriber_id: anna.id, text: 'once' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => post(n % 2 ? here : there, project, 'one-key-for-all', body)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(statuses.filter((status) => status !== 200 && status !== 425)).toEqual([]);
  const later = await post(there, project, 'one-key-for-all', body);
  expect(later.headers['idempotent-replayed']).toBe('true');
  for (const { status, json } of answers) if (status === 200) expect(json).toEqual(later.json);
  expect(later.json.sent).toBe(1);
  expect([...here.toldTo(anna), ...there.toldTo(anna)]).toEqual(['once']);
  expect(await here.messagesOf(project)).toHaveLength(1);
  expect(await here.creditsUsed(project)).toBe(1);
  expect(here.eventsOf(project, 'delivery.success')).toHaveLength(1);
});

test('the same key with another body is a conflict, with the same body in another order it is not', async () => {
  const project = await here.createProject();
  const anna = await here.subscribe(project);
  await post(here, project, 'a-key-of-mine', { subscriber_id: anna.id, text: 'one' });
  const other = await post(here, project, 'a-key-of-mine', { subscriber_id: anna.id, text: 'two' });
  expect([other.status, other.json.code]).toEqual([409, 'idempotency_conflict']);
  const same = await post(here, project, 'a-key-of-mine', { text: 'one', subscriber_id: anna.id });
  expect([same.status, same.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(here.toldTo(anna)).toEqual(['one']);
});

test('without a key every call is a message of its own', async () => {
  const project = await here.createProject();
  const anna = await here.subscribe(project);
  const body = { subscriber_id: anna.id, text: 'again' };
  for (let n = 0; n < 3; n += 1) await here.call(project, 'POST', '/v1/send', { body });
  expect(here.toldTo(anna)).toEqual(['again', 'again', 'again']);
});

test('a recipient who is not there is remembered for the key, what is wrong with the body is not', async () => {
  const project = await here.createProject();
  const unknown = { external_id: 'not-yet', text: 'x' };
  expect((await post(here, project, 'unknown-recipient', unknown)).status).toBe(404);
  await here.subscribe(project, { externalId: 'not-yet' });
  const again = await post(here, project, 'unknown-recipient', unknown);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([404, 'true']);
  expect((await post(here, project, 'a-bad-body-first', { external_id: 'not-yet' })).status).toBe(400);
  expect((await post(here, project, 'a-bad-body-first', unknown)).json.sent).toBe(1);
});

test('a key is worth 24 hours; then it is a new message', async () => {
  const project = await still.createProject();
  const anna = await still.subscribe(project);
  const body = { subscriber_id: anna.id, text: 'daily' };
  const first = await post(hasty, project, 'day-after-day', body);
  clock.advance(24 * 3600 - 1);
  const replayed = await post(hasty, project, 'day-after-day', body);
  expect(replayed.json).toEqual(first.json);
  expect(await still.messagesOf(project)).toHaveLength(1);
  clock.advance(1);
  const second = await post(hasty, project, 'day-after-day', body);
  expect(second.json.details[0].message_id).not.toBe(first.json.details[0].message_id);
  expect(await still.messagesOf(project)).toHaveLength(2);
});

test('a process that died between storing and answering: after 30 s the next call answers with what became of it', async () => {
  const project = await still.createProject();
  const anna = await still.subscribe(project);
  const body = { subscriber_id: anna.id, text: 'stored' };
  const key = 'a-process-that-dies';
  const options: KilledSendOptions = { connection: still.open.connection, apiKey: project.apiKey, body, key };
  const program = fileURLToPath(new URL('./killed-send.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  await eventually(() => still.messagesOf(project)).toHaveLength(1);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');

  const [lease] = await still.query<{ until: Date }>(
    'select lease_until as until from idempotency_key where project_id = $1',
    [project.id],
  );
  clock.set(new Date((lease?.until.getTime() ?? 0) - 1));
  const early = await post(still, project, key, body);
  expect([early.status, early.json.code]).toEqual([425, 'request_in_progress']);
  clock.advance(0.001);
  const answer = post(still, project, key, body);
  await eventually(async () => {
    clock.advance(1);
    await still.messages.tick();
    return still.toldTo(anna);
  }).toEqual(['stored']);
  const { status, json } = await answer;
  const [stored] = await still.messagesOf(project);
  expect([status, json.sent, json.details[0].message_id]).toEqual([200, 1, stored?.id]);
  expect(await still.messagesOf(project)).toHaveLength(1);
  expect((await post(still, project, key, body)).headers['idempotent-replayed']).toBe('true');
});

test('a run that was believed dead and lives on stores the same message, not a second one', async () => {
  const project = await still.createProject();
  const anna = await still.subscribe(project, { externalId: 'two-channels' });
  await still.subscribe(project, { externalId: 'two-channels', channel: 'max' });
  const body = { external_id: 'two-channels', text: 'x' };
  const id = uuidv7(clock.now());
  const runs = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(hasty.sending, project.id, body, { id, resumed: n > 0 })),
  );
  expect(await still.messagesOf(project)).toHaveLength(2);
  for (const requested of runs) expect(requested.map(({ id }) => id)).toEqual(runs[0]?.map(({ id }) => id));
  expect(runs[0]?.[0]?.subscriberId).toBe(anna.id);
});

test('a resumed request is not refused over what has changed since it was stored', async () => {
  const project = await still.createProject({ credits_per_month: 0 });
  const anna = await still.subscribe(project);
  const request = { id: uuidv7(clock.now()), resumed: false };
  const body = { subscriber_id: anna.id, text: 'x' };
  const [stored] = await send(hasty.sending, project.id, body, request);
  await still.query('delete from subscriber where id = $1', [anna.id]);
  const resumed = await send(hasty.sending, project.id, body, { ...request, resumed: true });
  expect(resumed.map(({ id }) => id)).toEqual([stored?.id]);
});
