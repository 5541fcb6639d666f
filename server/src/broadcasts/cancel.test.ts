import { expect, test } from 'vitest';
import { startBroadcastsKit } from './broadcasts.fixture.ts';
import { sweepCancelled } from './cancel-broadcast.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

const kit = await startBroadcastsKit({ apps: 2 });
const { clock } = kit;
const housekeeping = { database: kit.database.database, clock, events: kit.app.events };
const ok = { ok: true } as const;

/** Says how every bot answers, with the number of the call. */
function answerAll(how: (n: number) => unknown): void {
  let calls = 0;
  for (const { telegram, max } of kit.bots) {
    for (const bot of [telegram, max]) {
      bot.answer(async () => {
        calls += 1;
        how(calls);
        await new Promise(setImmediate);
        return ok;
      });
    }
  }
}

const moments = [1, 2, 399, 400, ...Array.from({ length: 10 }, () => 1 + Math.floor(Math.random() * 400))];

test.each(moments)(
  'cancelled at message %i of 400: nothing more is taken, and the account is exact',
  async (moment) => {
    const project = await kit.createProject();
    await kit.addPeople(project, 250);
    await kit.addPeople(project, 150, { channel: 'max' });
    await kit.addPeople(project, 25, { active: false });
    const { job_id } = await kit.start(project);
    let cancelling: ReturnType<typeof cancel> | undefined;
    async function cancel() {
      const answer = await project.call('DELETE', `/v1/broadcast/${job_id}`);
      const left = await kit.query('select id from broadcast_recipient where job_id = $1', [job_id]);
      return { answer, left };
    }
    answerAll((n) => {
      if (n === moment) cancelling = cancel();
    });
    await kit.deliver();
    const { answer, left } = (await cancelling) ?? expect.fail('It was not cancelled.');
    await kit.deliver();
    answerAll(() => {});
    if (answer.status === 200) {
      expect(answer.json.status).toBe('cancelled');
      // Whatever waited has been skipped before the answer: there is nothing left to take.
      expect(left).toEqual([]);
    } else expect(answer.status).toBe(409);
    const job = await expectExactAccount(kit, project, job_id);
    expect(job.sent).toBe(kit.eventsOf(project, 'delivery.success').length);
    expect(job.by_reason.inactive).toBe(25);
    if (job.status === 'cancelled') expect(job.by_reason.cancelled ?? 0).toBe(400 - job.sent);
  },
);

test('cancelled before it began, cancelled while paused, cancelled twice', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 2_500);
  for (const pause of [false, true]) {
    const { job_id } = await kit.start(project);
    if (pause) await project.call('POST', `/v1/broadcast/${job_id}/pause`);
    const cancelled = await project.call('DELETE', `/v1/broadcast/${job_id}`);
    expect(cancelled.json).toMatchObject({ status: 'cancelled', sent: 0, skipped: 2_500, total: 2_500 });
    await kit.deliver();
    await expectExactAccount(kit, project, job_id);
    expect(kit.eventsOf(project, 'batch.completed')).toEqual([]);
    for (const [method, act] of [
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ] as const)
      expect((await project.call(method, `/v1/broadcast/${job_id}${act}`)).status, act).toBe(409);
  }
});

test('of many who cancel at once one does, and nothing is counted twice', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 300);
  const { job_id } = await kit.start(project);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => project.call('DELETE', `/v1/broadcast/${job_id}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  await expectExactAccount(kit, project, job_id);
});

test('a sweep that died is finished by housekeeping, in bounded steps, by several processes at once', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 1_000);
  const { job_id } = await kit.start(project);
  await kit.query("update broadcast set status = 'cancelled' where id = $1", [job_id]);
  await kit.deliver();
  expect(await kit.job(project, job_id)).toMatchObject({ sent: 0, skipped: 0, finished_at: null });
  expect(await sweepCancelled(housekeeping, 300)).toBe(300);
  await Promise.all(Array.from({ length: 5 }, () => sweepCancelled(housekeeping, 300)));
  while ((await sweepCancelled(housekeeping, 300)) > 0);
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({
    skipped: 1_000,
    by_reason: { cancelled: 1_000 },
  });
});

test('what was being sent at the cancel and should be tried again is skipped instead', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 50);
  const { job_id } = await kit.start(project);
  let cancelled: Promise<unknown> | undefined;
  for (const { telegram } of kit.bots) {
    telegram.answer(async () => {
      // All of them are on their way until the cancel has been answered.
      cancelled ??= project.call('DELETE', `/v1/broadcast/${job_id}`);
      await cancelled;
      return { failure: { kind: 'said_no', reason: 'platform_unavailable', detail: 'Bad Gateway' } };
    });
  }
  await kit.deliver();
  answerAll(() => {});
  expect((await kit.job(project, job_id)).finished_at).toBeNull();
  clock.advance(5);
  const before = kit.reached().length;
  await kit.deliver();
  expect(kit.reached().length).toBe(before);
  expect(await sweepCancelled(housekeeping, 500)).toBe(50);
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({ skipped: 50 });
});
