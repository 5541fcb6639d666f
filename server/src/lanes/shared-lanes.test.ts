import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addJobs, finishJobs, unfinished } from './job-ledger.fixture.ts';
import { createLanesKit, done, until, watchOverlaps } from './lanes-kit.fixture.ts';
import { ShardOwnership } from './shard-ownership.ts';

const { open, database, clock, createWorker, holders } = await createLanesKit();
type Worker = ReturnType<typeof createWorker>['worker'];

test.each([1, 2, 3])(
  '%i workers attempt every row once, and never more of a lane at once than allowed',
  async (count) => {
    for (let lane = 0; lane < 40; lane += 1) await addJobs(database, lane, 25, clock.now());
    const { attempt, seen, problems } = watchOverlaps();
    const workers = Array.from({ length: count }, () => createWorker(attempt).worker);
    // Join while work goes on, so that lanes change hands in the middle of it.
    for (let round = 0; (await unfinished(database)) > 0 && round < 20; round += 1) {
      await Promise.all(workers.slice(0, round + 1).map((worker) => worker.tick()));
    }
    expect(problems).toEqual([]);
    expect(await unfinished(database)).toBe(0);
    expect(seen.size).toBe(1000);
    expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
  },
);

test('started workers share the work, hand lanes over when one joins or leaves, and repeat nothing', async () => {
  const { attempt, seen, problems } = watchOverlaps();
  const active = new Set<number>();
  const [first, second, third] = [1, 2, 3].map((number) => {
    const { worker } = createWorker((job, signal) => {
      active.add(number);
      return attempt(job, signal);
    });
    return worker;
  }) as [Worker, Worker, Worker];
  for (let lane = 0; lane < 64; lane += 1) await addJobs(database, lane, 60, clock.now());
  first.start();
  await until(() => seen.size > 200);
  second.start();
  third.start();
  await until(() => active.size === 3);
  await second.stop();
  await until(async () => (await unfinished(database)) === 0);
  await Promise.all([first.stop(), third.stop()]);
  expect(problems).toEqual([]);
  expect(seen.size).toBe(64 * 60);
  expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
  expect(await holders()).toEqual([]);
});

test('shards are shared evenly as workers join and leave', async () => {
  const [a, b, c] = [createWorker(done).worker, createWorker(done).worker, createWorker(done).worker];
  await a.tick();
  expect(await holders()).toEqual([64]);
  for (const worker of [b, a, b]) await worker.tick();
  expect(await holders()).toEqual([32, 32]);
  for (const worker of [c, a, b, c]) await worker.tick();
  expect(await holders()).toEqual([20, 22, 22]);
  await b.stop();
  for (const worker of [a, c]) await worker.tick();
  expect((await holders()).reduce((sum, n) => sum + n)).toBe(64);
});

test('a lease that runs out is taken over, and not a moment before', async () => {
  await addJobs(database, 7, 1, clock.now());
  const gone = createWorker(() => new Promise(() => {}));
  void gone.worker.tick();
  await until(async () => (await holders()).length > 0);
  let attempts = 0;
  const heir = createWorker(async () => {
    attempts += 1;
    return 'done';
  });
  clock.advance(14.999);
  await heir.worker.tick();
  expect(attempts).toBe(0);
  clock.advance(0.001);
  await heir.worker.tick();
  expect(attempts).toBe(1);
  expect(await unfinished(database)).toBe(0);
});

test('a finish under a stale token changes nothing', async () => {
  await addJobs(database, 7, 1, clock.now());
  const { ledger, worker } = createWorker(done);
  const answer = Promise.withResolvers<'done'>();
  const late = createWorker(() => answer.promise);
  const lateTick = late.worker.tick();
  await until(() => late.ledger.calls.fetch > 0);
  clock.advance(15);
  const retry = createWorker(async () => ({ retryAfterSeconds: 60 }));
  await retry.worker.tick();
  const before = await sql`select * from job`.execute(database);
  answer.resolve('done');
  await lateTick;
  expect((await sql`select * from job`.execute(database)).rows).toEqual(before.rows);

  // The same with the right attempt and a token that was never given.
  const [job] = await ledger.fetch([want(7)], new Date(clock.now().getTime() + 60_000));
  if (job === undefined) throw new Error('nothing is due');
  await finishJobs(database, [{ job, token: crypto.randomUUID(), outcome: 'done' }], clock.now());
  expect(await unfinished(database)).toBe(1);
  await retry.worker.stop();
  clock.advance(60);
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
});

test('no attempt begins that could outlive the lease', async () => {
  const shards = new ShardOwnership(database, 'job', clock, () => {});
  await shards.renew();
  const token = shards.owned()[0]?.token ?? '';
  expect(shards.mayStart(0, token, clock.now(), 10_000)).toBe(true);
  clock.advance(5);
  expect(shards.mayStart(0, token, clock.now(), 10_000)).toBe(false);
  expect(shards.mayStart(0, token, clock.now(), 0)).toBe(true);
  await shards.renew();
  expect(shards.mayStart(0, token, clock.now(), 10_000)).toBe(true);
  expect(shards.mayStart(0, crypto.randomUUID(), clock.now(), 0)).toBe(false);
});

test('a database that is away for a while costs nothing but time', async () => {
  const { attempt, seen, problems } = watchOverlaps();
  for (let lane = 0; lane < 20; lane += 1) await addJobs(database, lane, 30, clock.now());
  const { worker } = createWorker(attempt);
  worker.start();
  await until(() => seen.size > 100);
  await open.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await until(async () => (await unfinished(database).catch(() => 1)) === 0);
  await worker.stop();
  expect(problems).toEqual([]);
  expect(seen.size).toBe(600);
});

function want(lane: number) {
  return { lane, room: 1, ordinaryRoom: 1, cursor: null, busyKeys: [], token: '' };
}
