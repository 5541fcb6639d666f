/** Everyone who is counted stands in one place at any moment: among those who wait, in a taking, or with a message. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { claimMessages, type SendJob } from '../messages/queue/claim-store.ts';
import type { Outcome } from '../messages/queue/outcome.ts';
import { finishRecipients } from '../messages/queue/recipient-store.ts';
import { type Json, type Project, startBroadcastsKit } from './broadcasts.fixture.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

const kit = await startBroadcastsKit({ apps: 2, channels: ['telegram'] });
const { clock, database } = kit;
const [owner, heir] = kit.apps;
const [bot, heirsBot] = kit.bots;
if (!owner || !heir || !bot || !heirsBot) throw new Error('There are two apps.');
const ok = { ok: true } as const;

async function startTo(people: number): Promise<{ project: Project; jobId: string }> {
  const project = await kit.createProject();
  await kit.addPeople(project, people);
  return { project, jobId: (await kit.start(project)).job_id };
}

/** Takes recipients under the token of the lane's owner, who does not learn of it. */
async function takeBehindItsBack(
  project: Project,
  jobId: string,
  room: number,
): Promise<{ jobs: SendJob[]; token: string }> {
  // While nothing may be sent the lane gets its owner.
  await project.call('POST', `/v1/broadcast/${jobId}/pause`);
  await owner?.messages.tick();
  await project.call('POST', `/v1/broadcast/${jobId}/resume`);
  const [shard] = await kit.query<{ token: string }>(
    `select token from lane_shard where ledger = 'message' and shard = 1`,
  );
  const token = shard?.token ?? expect.fail('Nobody holds the lane.');
  const want = { lane: 1, room, ordinaryRoom: room, cursor: null, busyKeys: [], token };
  return { jobs: await claimMessages(database.queues, [want], [], clock.now()), token };
}

/** All messages of a broadcast that the API shows, page after page. */
async function list(project: Project, jobId: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await project.call('GET', `/v1/broadcast/${jobId}/deliveries?limit=7${cursor}`);
    all.push(...json.deliveries);
    if (json.next_cursor === null) return all;
    cursor = `&cursor=${json.next_cursor}`;
  }
}

const takings = (jobId: string) => kit.query('select id from broadcast_taking where job_id = $1', [jobId]);

test('recipients that were taken while the answer to their sender got lost are sent to after all, once', async () => {
  const { project, jobId } = await startTo(30);
  expect((await takeBehindItsBack(project, jobId, 20)).jobs).toHaveLength(20);
  expect(await takings(jobId)).toHaveLength(1);
  await owner.messages.tick();
  expect(await expectExactAccount(kit, project, jobId)).toMatchObject({ sent: 30, failed: 0 });
  expect(await kit.query('select distinct attempts from message where job_id = $1', [jobId])).toEqual([
    { attempts: 1 },
  ]);
  expect(await takings(jobId)).toEqual([]);
});

test('outcomes that are told again, because their commit was not answered, are stored once', async () => {
  const { project, jobId } = await startTo(25);
  const { jobs, token } = await takeBehindItsBack(project, jobId, 25);
  const outcomes: Outcome[] = [
    { state: 'sent', platformMessageId: '7' },
    { state: 'failed', reason: 'invalid_message', error: 'no' },
    { state: 'skipped', reason: 'unsubscribed' },
    { state: 'queued', nextAttemptAt: clock.now(), error: 'later', counts: true },
    { state: 'queued', nextAttemptAt: clock.now(), error: 'later', counts: false },
  ];
  const batch = jobs.map((job, n) => ({ job, token, outcome: outcomes[n % 5] ?? expect.fail() }));
  const store = () => transact(database.queues, (tx) => finishRecipients(tx, batch, clock.now()));
  // At the same moment too, as by a connection that was taken for dead.
  const stored = await Promise.allSettled([store(), store(), store()]);
  expect(stored.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value.size : 0), 0)).toBe(25);
  expect((await store()).size).toBe(0);
  const waiting = await kit.query<{ attempts: number }>(
    'select attempts from broadcast_recipient where job_id = $1 order by attempts',
    [jobId],
  );
  expect(waiting.map(({ attempts }) => attempts)).toEqual([...Array(5).fill(0), ...Array(5).fill(1)]);
  const states = await kit.query(
    'select state, count(*)::int as n from message where job_id = $1 group by 1 order by 1',
    [jobId],
  );
  expect(states).toEqual(['failed', 'sent', 'skipped'].map((state) => ({ state, n: 5 })));
  await project.call('DELETE', `/v1/broadcast/${jobId}`);
});

test('an outcome that arrives after another owner has settled its recipient changes nothing', async () => {
  const { project, jobId } = await startTo(5);
  const answers = Promise.withResolvers<typeof ok>();
  const before = bot.telegram.calls.length;
  bot.telegram.answer(() => answers.promise);
  const late = owner.messages.tick();
  await expect.poll(() => bot.telegram.calls.length - before).toBe(5);
  clock.advance(16);
  await heir.messages.tick();
  expect(await kit.job(project, jobId)).toMatchObject({ status: 'completed', failed: 5, by_reason: { unknown: 5 } });
  answers.resolve(ok);
  await late;
  bot.telegram.answer(() => ok);
  await expectExactAccount(kit, project, jobId);
  expect(kit.eventsOf(project, 'delivery.success')).toEqual([]);
  expect(kit.eventsOf(project, 'delivery.failed')).toHaveLength(5);
  expect(
    heirsBot.telegram.calls.filter(({ person }) => bot.telegram.calls.some((call) => call.person === person)),
  ).toEqual([]);
  clock.advance(16);
});

test('outcomes that are refused because the lane was lost meanwhile lose nobody: they end as unknown', async () => {
  const started = [await startTo(5), await startTo(5)];
  const waits = started.map(() => Promise.withResolvers<typeof ok>());
  const before = kit.reached().length;
  const names = await Promise.all(
    started.map(({ jobId }) =>
      kit.query<{ recipient: string }>('select recipient from broadcast_recipient where job_id = $1', [jobId]),
    ),
  );
  bot.telegram.answer(({ person }) => {
    const which = names.findIndex((people) => people.some(({ recipient }) => recipient === person));
    return waits[which]?.promise ?? ok;
  });
  const late = owner.messages.tick();
  await expect.poll(() => kit.reached().length - before).toBe(10);
  await kit.query(`update lane_shard set token = gen_random_uuid() where ledger = 'message'`);
  // One after the other: what is stored later must not take for ended what was refused before.
  for (const { resolve } of waits) {
    resolve(ok);
    for (let turn = 0; turn < 50; turn += 1) await kit.query('select');
  }
  await late;
  bot.telegram.answer(() => ok);
  clock.advance(16);
  await kit.deliver();
  for (const { project, jobId } of started) {
    expect(await expectExactAccount(kit, project, jobId)).toMatchObject({ failed: 5, by_reason: { unknown: 5 } });
  }
  clock.advance(16);
});

test('those that the platform wants later wait again, and everyone is listed once all the while', async () => {
  const { project, jobId } = await startTo(40);
  const refused = new Set<string>();
  const seen: Json[][] = [];
  for (const { telegram } of kit.bots) {
    telegram.answer(async ({ person }) => {
      if (seen.length < 3) seen.push(await list(project, jobId));
      const isFirst = !refused.has(person) && person.endsWith('3');
      if (isFirst) refused.add(person);
      return isFirst ? { failure: { kind: 'said_no', reason: 'platform_unavailable', detail: 'Bad Gateway' } } : ok;
    });
  }
  const before = kit.reached().length;
  await kit.deliver();
  seen.push(await list(project, jobId));
  expect(await kit.query('select attempts from broadcast_recipient where job_id = $1', [jobId])).toEqual(
    Array(4).fill({ attempts: 1 }),
  );
  const [someone] = await kit.query<{ id: string }>('select id from broadcast_recipient where job_id = $1', [jobId]);
  const found = await project.call('GET', `/v1/messages/${someone?.id}`);
  expect(found.json).toMatchObject({ message_id: someone?.id, job_id: jobId, status: 'queued', finished_at: null });
  const stranger = await kit.createProject();
  expect((await stranger.call('GET', `/v1/messages/${someone?.id}`)).status).toBe(404);
  expect((await stranger.call('GET', `/v1/messages?job_id=${jobId}`)).json.messages).toEqual([]);
  clock.advance(2);
  await kit.deliver();
  for (const { telegram } of kit.bots) telegram.answer(() => ok);
  expect(await kit.job(project, jobId)).toMatchObject({ status: 'completed', sent: 40 });
  expect(kit.reached().length - before).toBe(44);
  seen.push(await list(project, jobId));
  for (const messages of seen) {
    expect(messages).toHaveLength(40);
    expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(40);
  }
  expect((await project.call('GET', `/v1/messages?job_id=${jobId}&status=sent&limit=100`)).json.messages).toHaveLength(
    40,
  );
});
