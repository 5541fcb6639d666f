import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Failure } from '#messengers';
import type { TestDatabase } from '#test/database.ts';
import { readBotHealth } from './bot-health.ts';
import { adoptIdentity, recordPoll, takeLease } from './bot-store.ts';
import { createOwnDatabase, createTestBots, eventually, QUICK } from './bots.fixture.ts';
import { createScriptedMessenger, somebody, started, typed } from './scripted-messenger.fixture.ts';

const CONFLICT: Failure = {
  kind: 'said_no',
  reason: 'unknown',
  detail: 'Conflict: terminated by other getUpdates request',
};
const AWAY: Failure = { kind: 'unreachable', maybeDone: false, detail: 'connection refused' };

async function stored(database: TestDatabase): Promise<{ position: string | null; held: boolean } | undefined> {
  const { rows } = await sql<{ position: string | null; held: boolean }>`
    select position, lease_token is not null as held from bot`.execute(database.database);
  return rows[0];
}

test('a webhook that is set is removed, updates are handled, and the position is stored after them', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger, repliesTo } = createTestBots(database);
  messenger.webhook.url = 'https://left-over.test';
  bots.start();
  const person = somebody();
  messenger.tell(started(person, null), typed(person, '/stop'));
  await eventually(() => repliesTo(person)).toHaveLength(2);
  await eventually(() => stored(database)).toEqual({ position: '2', held: true });
  expect(messenger.webhook).toMatchObject({ url: null, removed: 1 });
});

test('stopping ends the long poll and hands over at once; the next process goes on where the last one ended', async () => {
  const database = await createOwnDatabase();
  const messenger = createScriptedMessenger();
  // With a lease that does not run out during the test, only handing over can explain the next poll.
  const timings = { ...QUICK, leaseMs: 60_000 };
  const first = createTestBots(database, { messenger, timings });
  first.bots.start();
  messenger.tell(typed(somebody(), '/help'));
  await eventually(() => stored(database)).toEqual({ position: '1', held: true });
  await first.bots.stop();
  expect(await stored(database)).toEqual({ position: '1', held: false });
  const second = createTestBots(database, { messenger, timings });
  second.bots.start();
  const person = somebody();
  messenger.tell(typed(person, '/help'));
  await eventually(() => second.repliesTo(person)).toHaveLength(1);
  expect(messenger.polls).not.toContain('0');
  expect(messenger.polls.filter((position) => position === null)).toHaveLength(1);
});

test('stopping does not wait for a platform that does not answer', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger } = createTestBots(database);
  messenger.poll = () => new Promise(() => messenger.polls.push(null));
  bots.start();
  await eventually(() => messenger.polls).toHaveLength(1);
  const began = performance.now();
  await bots.stop();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(await stored(database)).toMatchObject({ held: false });
});

test('of several processes one polls', async () => {
  const database = await createOwnDatabase();
  const messenger = createScriptedMessenger();
  const processes = [1, 2, 3].map(() => createTestBots(database, { messenger }));
  for (const { bots } of processes) bots.start();
  for (let n = 1; n <= 10; n += 1) {
    messenger.tell(typed(somebody(), '/help'));
    await eventually(() => processes.flatMap(({ replies }) => replies)).toHaveLength(n);
  }
  expect(messenger.mostPolls).toBe(1);
  expect(processes.filter(({ replies }) => replies.length > 0)).toHaveLength(1);
});

test('a lease that runs out is taken over, and its former holder can no longer move the position', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger, clock } = createTestBots(database);
  const dead = { token: crypto.randomUUID(), now: clock.now(), until: new Date(clock.now().getTime() + 6_000) };
  await sql`insert into bot (channel, mode) values ('telegram', 'polling')`.execute(database.database);
  expect(await takeLease(database.database, 'telegram', dead)).toMatchObject({ taken: true });
  const identity = { identity: messenger.identity, mode: 'polling' } as const;
  expect(await adoptIdentity(database.database, 'telegram', dead.token, identity)).toEqual({ position: null });
  bots.start();
  messenger.tell(typed(somebody(), '/help'));
  clock.advance(6);
  await eventually(() => stored(database)).toMatchObject({ position: '1' });
  const late = { position: '0', at: clock.now(), hadUpdates: true };
  expect(await recordPoll(database.database, 'telegram', dead.token, late)).toBe(false);
  expect(await stored(database)).toMatchObject({ position: '1' });
});

test('a holder whose lease was taken stops polling and competes again', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger, replies, clock } = createTestBots(database);
  bots.start();
  await eventually(() => messenger.polls).toHaveLength(1);
  const until = new Date(clock.now().getTime() + 3_000);
  await sql`update bot set lease_token = gen_random_uuid(), lease_until = ${until}`.execute(database.database);
  await eventually(() => messenger.polling).toBe(0);
  messenger.tell(typed(somebody(), '/help'));
  clock.advance(3);
  await eventually(() => replies).toHaveLength(1);
  expect(messenger.mostPolls).toBe(1);
});

test('another bot starts anew instead of using the position of the former one', async () => {
  const database = await createOwnDatabase();
  const first = createTestBots(database);
  first.bots.start();
  first.messenger.tell(typed(somebody(), '/help'), typed(somebody(), '/help'));
  await eventually(() => stored(database)).toMatchObject({ position: '2' });
  await first.bots.stop();
  const second = createTestBots(database);
  second.messenger.identity = { id: '8000', username: 'another_bot', name: 'Another' };
  second.bots.start();
  const person = somebody();
  second.messenger.tell(typed(person, '/help'));
  await eventually(() => second.repliesTo(person)).toHaveLength(1);
  expect(second.messenger.polls[0]).toBe(null);
});

test('conflicts and failures are retried, logged when they begin, change and end, and shown in the health', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger, log, clock } = createTestBots(database);
  const poll = (failure: Failure) => ({ call: 'poll' as const, failure });
  messenger.failures.push({ call: 'whoAmI', failure: AWAY }, { call: 'removeWebhook', failure: AWAY });
  messenger.failures.push(poll(CONFLICT), poll(CONFLICT), poll(CONFLICT), poll(AWAY), poll(AWAY));
  bots.start();
  await eventually(() => messenger.polls).toHaveLength(6);
  expect(await readBotHealth(database.database, clock.now())).toMatchObject([
    { channel: 'telegram', mode: 'polling', up: false, lastOkAt: null, lastError: 'connection refused' },
  ]);
  clock.advance(1);
  messenger.tell(typed(somebody(), '/help'));
  await eventually(async () => (await readBotHealth(database.database, clock.now()))[0]?.up).toBe(true);
  const [health] = await readBotHealth(database.database, clock.now());
  expect(health).toMatchObject({ identity: messenger.identity, lastOkAt: clock.now(), lastUpdateAt: clock.now() });
  const warnings = log.lines().filter(({ level }) => level === 40);
  expect(warnings.map(({ trouble }) => trouble)).toEqual(['unreachable', 'unknown', 'unreachable']);
  expect(log.lines().filter(({ msg }) => msg === 'the bot receives updates again')).toHaveLength(1);
  // After every refusal the webhook is looked at again: it may have been set behind our back.
  expect(messenger.webhook.removed).toBe(4);
  clock.advance(3600);
  expect((await readBotHealth(database.database, clock.now()))[0]?.up).toBe(false);
});

test('a poisonous update does not stop those behind it, and the position moves on', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger, repliesTo } = createTestBots(database);
  bots.onStart('poison', async () => {
    throw new Error('never');
  });
  bots.start();
  const person = somebody();
  messenger.tell(started(person, 'poison_x'), typed(person, '/stop'));
  await eventually(() => repliesTo(person)).toHaveLength(1);
  await eventually(() => stored(database)).toMatchObject({ position: '2' });
});

test('while the database cannot take them, updates wait and none is lost', async () => {
  const database = await createOwnDatabase();
  const { bots, messenger, repliesTo, log } = createTestBots(database);
  bots.start();
  await eventually(() => messenger.polls).toHaveLength(1);
  await sql`alter table bot_update rename to bot_update_away`.execute(database.database);
  const person = somebody();
  messenger.tell(typed(person, '/help'), typed(person, '/stop'));
  await eventually(() => log.text()).toContain('updates wait for the database');
  // Connections that break, too.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.database);
  await sql`alter table bot_update_away rename to bot_update`.execute(database.database);
  await eventually(() => repliesTo(person)).toHaveLength(2);
  await eventually(() => stored(database)).toMatchObject({ position: '2' });
});
