import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addJob, addJobs, unfinished } from './job-ledger.fixture.ts';
import { createLanesKit, done, until } from './lanes-kit.fixture.ts';

const { open, database, clock, createWorker, holders } = await createLanesKit();

test('ten thousand idle lanes cost no query of their own', async () => {
  await sql`insert into job (lane, next_attempt_at, finished_at)
    select lane, ${clock.now()}, ${clock.now()} from generate_series(1, 10000) lane`.execute(database);
  await addJobs(database, 4711, 1, clock.now());
  const { worker, ledger } = createWorker(done);
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
  expect(ledger.calls.wants).toBeLessThanOrEqual(2);
  expect(ledger.calls.discover).toBeLessThanOrEqual(2);
});

test('ten thousand lanes with one row each are all served in one round', async () => {
  await sql`insert into job (lane, next_attempt_at) select lane, ${clock.now()} from generate_series(1, 10000) lane`.execute(
    database,
  );
  const { worker, ledger } = createWorker(done, { total: 1000 });
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
  expect(ledger.calls.fetch).toBeLessThan(2_000);
});

test('lanes whose attempts never end delay no other lane', async () => {
  for (let lane = 0; lane < 50; lane += 1) await addJobs(database, lane, 100, clock.now());
  for (let lane = 50; lane < 60; lane += 1) await addJobs(database, lane, 20, clock.now());
  let healthy = 0;
  const { worker } = createWorker(
    ({ lane }, signal) => {
      if (lane >= 50) return Promise.resolve('done' as const).finally(() => (healthy += 1));
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ timedOut: true })));
    },
    { total: 120, slowTotal: 20 },
  );
  // 50 dead lanes could fill the 120 slots; once they are known as slow the slots come free.
  worker.start();
  await until(async () => (await unfinished(database)) < 5_200 || healthy > 0 || clock.advance(1) !== undefined);
  await until(() => {
    clock.advance(0.5);
    return healthy === 200;
  });
  await worker.stop(0);
  expect(healthy).toBe(200);
});

test('a lane that timed out gets its full share back after the first answer', async () => {
  let dead = true;
  let atOnce = 0;
  let most = 0;
  const { worker } = createWorker(async () => {
    if (dead) return { timedOut: true };
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    return 'done';
  });
  await addJobs(database, 1, 40, clock.now());
  await worker.tick();
  dead = false;
  clock.advance(10);
  await worker.tick();
  clock.advance(60);
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
  expect(most).toBe(4);
});

test('a row that is committed late, with an older time than those already fetched, is found', async () => {
  const { worker } = createWorker(done);
  await addJobs(database, 1, 50, clock.now());
  const earlier = new Date(clock.now().getTime() - 5);
  const late = await open.pool.connect();
  await late.query('begin');
  await late.query('insert into job (lane, next_attempt_at) values (1, $1)', [earlier]);
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
  await late.query('commit');
  late.release();
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
});

test('a row that is committed late is found although its lane has no end of others', async () => {
  await addJobs(database, 1, 3_000, clock.now());
  const late = crypto.randomUUID();
  let begun = 0;
  let lateAt: number | undefined;
  const { worker } = createWorker(async ({ id }) => {
    begun += 1;
    if (id === late) lateAt = begun;
    if (begun === 100) await addJob(database, late, 1, new Date(clock.now().getTime() - 5));
    await new Promise((resolve) => setTimeout(resolve, 2));
    return 'done';
  });
  worker.start();
  await until(() => lateAt !== undefined);
  await worker.stop();
  expect(lateAt).toBeLessThan(3_000);
});

test('a hint from another process is acted on at once', async () => {
  let attempts = 0;
  const { worker } = createWorker(async () => {
    attempts += 1;
    return 'done';
  });
  const writer = createWorker(done).worker;
  worker.start();
  await until(async () => (await holders()).length === 1);
  const startedAt = performance.now();
  await addJobs(database, 9, 1, clock.now());
  writer.wake(9);
  await until(() => attempts === 1);
  expect(performance.now() - startedAt).toBeLessThan(900);
  await worker.stop();
});

test('what no hint tells of is found by the poll', async () => {
  let attempts = 0;
  const { worker } = createWorker(async () => {
    attempts += 1;
    return 'done';
  });
  worker.start();
  await until(async () => (await holders()).length === 1);
  await addJobs(database, 9, 1, clock.now());
  await until(() => attempts === 1);
  await worker.stop();
});

test('a row is not repeated although a fetch that began before its finish still returns it', async () => {
  await addJobs(database, 1, 1, clock.now());
  const answer = Promise.withResolvers<'done'>();
  let attempts = 0;
  const { ledger, worker } = createWorker(() => {
    attempts += 1;
    return answer.promise;
  });
  const { fetch, finish } = ledger;
  const stored = Promise.withResolvers<void>();
  ledger.finish = async (batch, now) => {
    await finish(batch, now);
    setImmediate(() => stored.resolve());
  };
  let staleRows = 0;
  ledger.fetch = async (wants, now) => {
    const rows = await fetch(wants, now);
    if (attempts === 0 || staleRows > 0) return rows;
    staleRows = rows.length;
    answer.resolve('done');
    await stored.promise;
    return rows;
  };
  worker.start();
  await until(() => attempts === 1);
  worker.wake(1);
  await stored.promise;
  await worker.stop();
  expect(staleRows).toBe(1);
  expect(attempts).toBe(1);
  expect(await unfinished(database)).toBe(0);
});

test('stopping waits for attempts in flight, stores them and gives the lanes back', async () => {
  await addJobs(database, 1, 1, clock.now());
  const answer = Promise.withResolvers<'done'>();
  let begun = false;
  const { worker } = createWorker(() => {
    begun = true;
    return answer.promise;
  });
  worker.start();
  await until(() => begun);
  let stopped = false;
  const stopping = worker.stop().then(() => (stopped = true));
  await addJobs(database, 2, 1, clock.now());
  worker.wake(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stopped).toBe(false);
  answer.resolve('done');
  await stopping;
  expect(await unfinished(database)).toBe(1);
  expect(await holders()).toEqual([]);
});

test('an outcome that cannot be stored keeps the others from nothing and is stored later', async () => {
  await addJobs(database, 1, 8, clock.now());
  const { ledger, worker, lines } = createWorker(done);
  const poisoned = new Set<string>();
  const finish = ledger.finish;
  ledger.finish = async (batch, now) => {
    if (poisoned.size === 0) poisoned.add(batch[0]?.job.id ?? '');
    if (batch.some(({ job }) => poisoned.has(job.id))) throw new Error('a broken rule');
    await finish(batch, now);
  };
  await worker.tick();
  expect(await unfinished(database)).toBe(1);
  expect(lines().some(({ level }) => level === 50)).toBe(true);
  poisoned.clear();
  poisoned.add('none');
  await worker.tick();
  expect(await unfinished(database)).toBe(0);
});
