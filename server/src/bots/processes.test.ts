import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Channel } from '#messengers';
import type { TestDatabase } from '#test/database.ts';
import type { BotTimings } from './bot-timings.ts';
import { createOwnDatabase, eventually, QUICK } from './bots.fixture.ts';
import type { ProcessOptions } from './receiving-process.fixture.ts';
import { startTestSandbox, type TestSandbox, TOKENS } from './sandbox.fixture.ts';

const FIXTURE = fileURLToPath(new URL('./receiving-process.fixture.ts', import.meta.url));

type Seen = { n: number; person: string; pid: number };

async function prepare(channel: Channel) {
  const database = await createOwnDatabase();
  await sql`create table seen (id bigint generated always as identity, n int, person text, pid int)`.execute(
    database.database,
  );
  const sandbox = await startTestSandbox();
  const { person_ids } = await sandbox.play('people/bulk', { count: 20, channel, started: true });
  const say = (n: number) =>
    sandbox.play('type', { channel, person_id: person_ids[n % person_ids.length], text: `/start num_${n}` });
  return { database, sandbox, say };
}

function startProcess(
  { connection }: TestDatabase,
  sandbox: TestSandbox,
  channel: Channel,
  timings: Partial<BotTimings>,
): ChildProcess {
  const options: ProcessOptions = {
    ...{ connection, channel, timings },
    token: TOKENS[channel],
    apiRoot: sandbox.apiRootOf(channel),
  };
  const child = fork(FIXTURE, [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => kill(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function seen({ database }: TestDatabase): Promise<Seen[]> {
  const { rows } = await sql<Seen>`select n, person, pid from seen order by id`.execute(database);
  return rows;
}

function expectEachOnceAndInOrder(rows: Seen[], count: number): void {
  expect(rows.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
  for (const mine of Map.groupBy(rows, ({ person }) => person).values()) {
    const numbers = mine.map(({ n }) => n);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
}

for (const channel of ['telegram', 'max'] as const) {
  test(`${channel}: of two processes one polls; killed, it is replaced within 10 s, and each of 1,000 updates is handled once`, {
    timeout: 60_000,
  }, async () => {
    const { database, sandbox, say } = await prepare(channel);
    const children = [1, 2].map(() => startProcess(database, sandbox, channel, {}));
    for (let n = 0; n < 300; n += 1) await say(n);
    await eventually(() => seen(database)).not.toHaveLength(0);
    const first = (await seen(database))[0]?.pid;
    const poller = children.find(({ pid }) => pid === first);
    if (poller === undefined) throw new Error('Nobody polled.');
    await say(300);
    const killedAt = performance.now();
    await kill(poller);
    const before = new Set((await seen(database)).map(({ pid }) => pid));
    for (let n = 301; n < 1_000; n += 1) await say(n);
    await eventually(async () => (await seen(database)).some(({ pid }) => pid !== first)).toBe(true);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    await eventually(async () => (await seen(database)).length).toBeGreaterThanOrEqual(1_000);
    expect(before).toEqual(new Set([first]));
    expectEachOnceAndInOrder(await seen(database), 1_000);
  });

  test(`${channel}: a crash between handling and storing the position repeats nothing and loses nothing`, {
    timeout: 60_000,
  }, async () => {
    const { database, sandbox, say } = await prepare(channel);
    const position = async () => {
      const { rows } = await sql<{ position: string | null; known: boolean }>`
        select position, bot_id is not null as known from bot`.execute(database.database);
      return rows[0];
    };
    const first = startProcess(database, sandbox, channel, QUICK);
    await eventually(position).toMatchObject({ known: true });
    const earlier = (await position())?.position;

    // The row of the bot is locked: updates can be handled, the position cannot be stored.
    const lock = await database.pool.connect();
    await lock.query('begin');
    await lock.query('select 1 from bot for update');
    for (let n = 0; n < 40; n += 1) await say(n);
    await eventually(async () => (await seen(database)).length).toBeGreaterThan(0);
    await kill(first);
    // Its last statements still wait for the lock, and must not succeed after its death.
    await lock.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    await lock.query('rollback');
    lock.release();
    expect((await position())?.position).toBe(earlier);

    startProcess(database, sandbox, channel, QUICK);
    await say(40);
    await eventually(async () => (await seen(database)).length).toBeGreaterThanOrEqual(41);
    await eventually(async () => (await position())?.position).not.toBe(earlier);
    expectEachOnceAndInOrder(await seen(database), 41);
  });
}
