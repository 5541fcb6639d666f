import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Transaction } from '#db';
import { createFileDatabase, createOwnDatabase, createTestBots, eventually } from './bots.fixture.ts';
import { happened, inGroup, somebody, started, tapped, typed } from './scripted-messenger.fixture.ts';

const database = await createFileDatabase();
await sql`create table done (id bigint generated always as identity, what text not null)`.execute(database.database);

const note = (tx: Transaction, what: string) => sql`insert into done (what) values (${what})`.execute(tx);

async function done(what: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from done where what = ${what}`.execute(
    database.database,
  );
  return rows[0]?.count ?? 0;
}

async function record(key: string): Promise<{ failed: boolean; kind: string } | undefined> {
  const { rows } = await sql<{ failed: boolean; kind: string }>`
    select failed, kind from bot_update where key = ${key}`.execute(database.database);
  return rows[0];
}

test('an update that is told again, also at the same time and in other processes, is handled once', async () => {
  const processes = [1, 2, 3].map(() => createTestBots(database));
  for (const { bots } of processes) bots.onStart('once', async (tx, { rest }) => void (await note(tx, rest)));
  const update = started(somebody(), 'once_a');
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, i) => processes[i % 3]?.bots.receive('telegram', update)),
  );
  expect(outcomes.filter((one) => one?.outcome === 'handled')).toHaveLength(1);
  expect(outcomes.filter((one) => one?.outcome === 'repeated')).toHaveLength(29);
  expect(await done('a')).toBe(1);
});

test('a repeated tap changes nothing and is answered all the same', async () => {
  const { bots, messenger } = createTestBots(database);
  bots.onTap('vote', async (tx, { rest }) => {
    await note(tx, `vote ${rest}`);
    return 'Counted.';
  });
  const update = tapped(somebody(), 'vote:tea');
  await bots.receive('telegram', update);
  await bots.receive('telegram', update);
  await eventually(() => messenger.answers).toEqual([
    { tapId: update.tapId, notice: 'Counted.' },
    { tapId: update.tapId, notice: undefined },
  ]);
  expect(await done('vote tea')).toBe(1);
});

test('a handler that throws leaves nothing behind and is tried again', async () => {
  const { bots } = createTestBots(database);
  let tries = 0;
  bots.onStart('retry', async (tx) => {
    await note(tx, 'retried');
    tries += 1;
    if (tries < 3) throw new Error('not yet');
  });
  const update = started(somebody(), 'retry_x');
  expect(await bots.receive('telegram', update)).toEqual({ outcome: 'handled' });
  expect([tries, await done('retried')]).toEqual([3, 1]);
});

test('a poisonous update is given up on record, without its text in the log, and blocks nobody', async () => {
  const { bots, messenger, log } = createTestBots(database);
  bots.onTap('poison', async (tx, { rest }) => {
    await sql`select ${rest}::int`.execute(tx);
    return undefined;
  });
  bots.onStart('after', async (tx) => void (await note(tx, 'after poison')));
  const person = somebody('ru');
  const poison = tapped(person, 'poison:my-secret-words');
  const outcomes = await Promise.all([
    bots.receive('telegram', poison),
    bots.receive('telegram', started(person, 'after_x')),
  ]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'handled']);
  expect(await done('after poison')).toBe(1);
  expect(await record(poison.key)).toEqual({ failed: true, kind: 'tap' });
  const errors = log.lines().filter(({ level }) => level === 50);
  expect(errors).toMatchObject([{ channel: 'telegram', key: poison.key, kind: 'tap', code: '22P02' }]);
  expect(log.text()).not.toContain('my-secret-words');
  await eventually(() => messenger.answers[0]?.notice).toBe('Не получилось. Попробуйте ещё раз через минуту.');
  expect(await bots.receive('telegram', poison)).toEqual({ outcome: 'repeated' });
});

test('updates of one person are handled in order, those of different people side by side', async () => {
  const { bots } = createTestBots(database);
  const order: string[] = [];
  let together = 0;
  let most = 0;
  let open: () => void = () => {};
  const gate = new Promise<void>((go) => {
    open = go;
  });
  bots.onStart('order', async (_tx, { person, rest }) => {
    together += 1;
    most = Math.max(most, together);
    if (together === 8) open();
    await gate;
    order.push(`${person.id} ${rest}`);
    together -= 1;
  });
  const people = Array.from({ length: 10 }, () => somebody());
  const updates = [0, 1, 2].flatMap((n) => people.map((person) => started(person, `order_${n}`)));
  await Promise.all(updates.map((update) => bots.receive('telegram', update)));
  expect(most).toBe(8);
  for (const { id } of people) {
    expect(order.filter((line) => line.startsWith(`${id} `))).toEqual([`${id} 0`, `${id} 1`, `${id} 2`]);
  }
});

test('characters that the database cannot hold do not make an update poisonous', async () => {
  const { bots } = createTestBots(database);
  bots.onStart('name', async (tx, { person }) => void (await note(tx, person.firstName)));
  const update = started(somebody('en', 'Nul\0l \ud83d'), 'name_x');
  expect(await bots.receive('telegram', update)).toEqual({ outcome: 'handled' });
  expect(await done('Null \ufffd')).toBe(1);
});

test('the same key of another bot is another update', async () => {
  const first = createTestBots(database);
  const second = createTestBots(database);
  second.messenger.identity = { id: '7001', username: 'other_bot', name: 'Other' };
  const update = typed(somebody(), '/help');
  expect(await first.bots.receive('telegram', update)).toEqual({ outcome: 'handled' });
  expect(await second.bots.receive('telegram', update)).toEqual({ outcome: 'handled' });
});

test('blocking and unblocking reach every feature that asked', async () => {
  const { bots, replies } = createTestBots(database);
  const heard: string[] = [];
  for (const name of ['one', 'two']) {
    bots.onStopped(async (_tx, { person }) => void heard.push(`${name} stopped ${person.id}`));
    bots.onUnblocked(async (_tx, { person }) => void heard.push(`${name} unblocked ${person.id}`));
  }
  const person = somebody();
  await bots.receive('telegram', happened('stopped', person));
  await bots.receive('telegram', happened('unblocked', person));
  const { id } = person;
  expect(heard).toEqual([`one stopped ${id}`, `two stopped ${id}`, `one unblocked ${id}`, `two unblocked ${id}`]);
  expect(replies).toEqual([]);
});

test('a group is left without a word', async () => {
  const { bots, messenger, replies } = createTestBots(database);
  await bots.receive('telegram', inGroup('-100'));
  await eventually(() => messenger.left).toEqual(['-100']);
  expect(replies).toEqual([]);
});

test('keys are forgotten after 48 hours, in batches', async () => {
  const fresh = await createOwnDatabase();
  const { bots, clock } = createTestBots(fresh);
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from bot_update`.execute(fresh.database);
    return rows[0]?.n;
  };
  for (let i = 0; i < 5; i += 1) await bots.receive('telegram', typed(somebody(), '/help'));
  clock.advance(48 * 3600);
  expect(await bots.forgetOld(3)).toBe(0);
  clock.advance(1);
  expect(await bots.forgetOld(3)).toBe(3);
  expect(await count()).toBe(2);
  expect(await bots.forgetOld(3)).toBe(2);
});

test('a prefix or command has one owner', () => {
  const { bots } = createTestBots(database);
  bots.onStart('auth', async () => {});
  expect(() => bots.onStart('auth', async () => {})).toThrow('routed already');
  expect(() => bots.onStart('au_th', async () => {})).toThrow('cannot be routed');
});
