import { expect, test } from 'vitest';
import { transact } from '#db';
import type { Reason } from '#messengers';
import { startBroadcastsKit } from './broadcasts.fixture.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

const kit = await startBroadcastsKit();
const telegram = kit.bots[0]?.telegram;
if (telegram === undefined) throw new Error('There is no bot.');

const ok = { ok: true } as const;
const refused = (reason: Reason) => ({ failure: { kind: 'said_no', reason, detail: `because: ${reason}` } }) as const;

test('everyone is reached once, in their language, and the account is exact', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 30);
  await kit.addPeople(project, 20, { channel: 'max' });
  await kit.query(
    `insert into template (project_id, key, format, texts, created_at, updated_at)
     values ($1, 'news', 'plain', '{"ru": "Привет, {{ first_name }}", "en": "Hello, {{first_name}}: {{ what }}"}', now(), now())`,
    [project.projectId],
  );
  telegram.calls.splice(0);
  const { job_id, ...started } = await kit.start(project, { template: 'news', vars: { what: 'a sale' } });
  expect(started).toEqual({ status: 'pending', total: 50 });
  await kit.deliver();
  const job = await expectExactAccount(kit, project, job_id);
  expect(job).toMatchObject({ status: 'completed', total: 50, sent: 50, by_reason: {}, estimated_end: null });
  for (const { person, text } of telegram.calls) {
    const n = Number(person.slice('person-'.length));
    expect(text).toBe(n % 2 === 0 ? `Привет, Name ${n}` : `Hello, Name ${n}: a sale`);
  }
  expect(kit.eventsOf(project, 'delivery.success')).toHaveLength(50);
  expect(kit.eventsOf(project, 'delivery.success').every(({ data }) => data['job_id'] === job_id)).toBe(true);
  const charged = await kit.query('select sum(amount) as sum from ledger_entry where kind = $1 and job_id = $2', [
    'message',
    job_id,
  ]);
  expect(Number(charged[0]?.['sum'])).toBe(-50);
});

test.each([999, 1_000, 1_001, 2_500])('batches of a broadcast to %i', async (count) => {
  const project = await kit.createProject();
  await kit.addPeople(project, Math.ceil(count * 0.9));
  await kit.addPeople(project, Math.floor(count * 0.1), { active: false });
  telegram.answer(({ person }) => (person.endsWith('7') ? refused('invalid_message') : ok));
  const { job_id } = await kit.start(project);
  await kit.deliver();
  telegram.answer(() => ok);
  const job = await expectExactAccount(kit, project, job_id);
  expect(job.by_reason).toEqual({ inactive: Math.floor(count * 0.1), invalid_message: job.failed });
});

test('nobody at all, or nobody who can be reached: complete at once, with its event', async () => {
  const project = await kit.createProject();
  const empty = await kit.start(project);
  expect(empty).toMatchObject({ status: 'completed', total: 0 });
  await expectExactAccount(kit, project, empty.job_id);

  await kit.addPeople(project, 1_200, { active: false });
  await kit.addPeople(project, 1_000, { active: false, blocked: true });
  const skipped = await kit.start(project);
  expect(skipped).toMatchObject({ status: 'completed', total: 2_200 });
  const job = await expectExactAccount(kit, project, skipped.job_id);
  expect(job).toMatchObject({ skipped: 2_200, by_reason: { inactive: 1_200, blocked: 1_000 } });
});

test('who leaves while it runs is skipped and counted; who cannot be reached any more leaves other broadcasts too', async () => {
  const project = await kit.createProject();
  // More than are taken at once.
  await kit.addPeople(project, 800);
  const people = await kit.query<{ person_id: string }>(
    'select person_id from subscriber where project_id = $1 order by id',
    [project.projectId],
  );
  const leaving = people.slice(700).map(({ person_id }) => person_id);
  const blocking = new Set(people.slice(0, 20).map(({ person_id }) => person_id));
  const first = await kit.start(project);
  const second = await kit.start(project);
  let left: Promise<void> | undefined;
  let calls = 0;
  telegram.answer(async ({ person }) => {
    calls += 1;
    if (calls === 60) left = kit.leave(project, leaving);
    await new Promise(setImmediate);
    await left;
    return blocking.has(person) ? refused('user_blocked_bot') : ok;
  });
  await kit.deliver();
  telegram.answer(() => ok);
  await left;
  await kit.deliver();
  const jobs = [await kit.job(project, first.job_id), await kit.job(project, second.job_id)];
  for (const job of jobs) {
    expect(job.status).toBe('completed');
    expect(job.sent + job.failed + job.skipped).toBe(800);
    expect(job.by_reason.unsubscribed).toBeGreaterThan(0);
  }
  const failed = jobs.reduce((sum, { failed }) => sum + failed, 0);
  expect(failed).toBeGreaterThanOrEqual(20);
  expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(20);
  for (const { job_id } of jobs)
    expect(kit.eventsOf(project, 'broadcast.completed').filter(({ data }) => data['job_id'] === job_id)).toHaveLength(
      1,
    );
});

test('a paused broadcast sends nothing, counts what was on its way, and goes on when resumed', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 500);
  const { job_id } = await kit.start(project);
  const post = (act: string) => project.call('POST', `/v1/broadcast/${job_id}/${act}`);
  let paused: ReturnType<typeof post> | undefined;
  let calls = 0;
  telegram.answer(async () => {
    calls += 1;
    if (calls === 150) paused = post('pause');
    await new Promise(setImmediate);
    await paused;
    return ok;
  });
  await kit.deliver();
  expect((await paused)?.json).toMatchObject({ status: 'paused', rate: null, estimated_end: null });
  await kit.deliver();
  telegram.answer(() => ok);
  const before = telegram.calls.length;
  await kit.deliver();
  expect(telegram.calls.length).toBe(before);
  const halted = await kit.job(project, job_id);
  expect(halted.status).toBe('paused');
  expect(halted.sent).toBe(calls);
  expect(calls).toBeLessThan(500);
  expect((await post('pause')).status).toBe(200);
  expect((await post('resume')).json.status).toBe('processing');
  expect((await post('resume')).json.status).toBe('processing');
  await kit.deliver();
  await expectExactAccount(kit, project, job_id);
  for (const act of ['pause', 'resume']) expect((await post(act)).status).toBe(409);
});

test('paused before its first message it is pending again when resumed; paused to its end it completes', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 3);
  const { job_id } = await kit.start(project);
  await project.call('POST', `/v1/broadcast/${job_id}/pause`);
  await kit.deliver();
  expect(await kit.job(project, job_id)).toMatchObject({ status: 'paused', sent: 0 });
  expect((await project.call('POST', `/v1/broadcast/${job_id}/resume`)).json.status).toBe('pending');
  telegram.answer(async () => {
    await project.call('POST', `/v1/broadcast/${job_id}/pause`);
    return ok;
  });
  await kit.deliver();
  telegram.answer(() => ok);
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({ status: 'completed', sent: 3 });
});

test('the broadcasts of a project that is switched off wait, and go on', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 5);
  const { job_id } = await kit.start(project);
  const set = (status: string) =>
    kit.app.call('PATCH', `/admin/v1/projects/${project.projectId}`, { key: kit.app.adminToken, body: { status } });
  await set('inactive');
  await kit.deliver();
  expect(kit.eventsOf(project, 'delivery.success')).toEqual([]);
  await set('active');
  await kit.deliver();
  expect(await kit.query('select status, sent from broadcast where id = $1', [job_id])).toEqual([
    { status: 'completed', sent: 5 },
  ]);
});

test('outcomes and their count are stored together: a handler that fails takes both back, and nothing is lost', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 10);
  const { job_id } = await kit.start(project);
  let broken = true;
  kit.app.events.onEmit(async (_tx, { name, projectId }) => {
    if (broken && projectId === project.projectId && name === 'broadcast.completed') {
      broken = false;
      throw new Error('no room');
    }
  });
  await kit.deliver();
  await kit.deliver();
  await expectExactAccount(kit, project, job_id);
  expect(broken).toBe(false);
});

test('what a message cannot say to somebody fails for them alone', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 4);
  await kit.query(
    `update subscriber set first_name = '' where person_id = (
    select min(person_id) from subscriber where project_id = $1)`,
    [project.projectId],
  );
  const { job_id } = await kit.start(project, { text: '{{ first_name }}' });
  await kit.deliver();
  const job = await expectExactAccount(kit, project, job_id);
  expect(job).toMatchObject({ sent: 3, failed: 1, by_reason: { invalid_message: 1 } });
});

test('however many finish at once, it is complete once', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 300);
  const { job_id } = await kit.start(project);
  const rows = await kit.query<{ subscriberId: string; recipient: string }>(
    'select subscriber_id as "subscriberId", recipient from broadcast_recipient where job_id = $1',
    [job_id],
  );
  // Each in a transaction of its own, all at once.
  await Promise.all(
    rows.map((row) =>
      transact(kit.database.database, (tx) => kit.app.messages.withdrawFrom(tx, [{ channel: 'telegram', ...row }])),
    ),
  );
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({ skipped: 300 });
});
