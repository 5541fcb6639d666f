import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { afterCommit, transact } from '#db';
import { createTestDatabase } from '#test/database.ts';
import { EVENT_NAMES, isEventName } from './catalogue.ts';
import { type DomainEvent, Events } from './events.ts';

const { database, pool } = await createTestDatabase();
await pool.query('create table fact (name text)');
await pool.query('create table outbox (event text)');

const event: DomainEvent = { projectId: 'p', name: 'auth.completed', data: {}, at: new Date() };

function eventsWithOutbox(): Events {
  const events = new Events();
  events.onEmit(async (tx, { name }) => void (await sql`insert into outbox values (${name})`.execute(tx)));
  return events;
}

const rows = async (table: string) => (await pool.query(`select * from ${table}`)).rows.length;

test('a change and what its event causes commit together', async () => {
  const events = eventsWithOutbox();
  await transact(database, async (tx) => {
    await sql`insert into fact values ('kept')`.execute(tx);
    await events.emit(tx, event);
    expect(await rows('outbox')).toBe(0);
  });
  expect([await rows('fact'), await rows('outbox')]).toEqual([1, 1]);
});

test('or not at all, and then nothing is done after the commit either', async () => {
  const before = [await rows('fact'), await rows('outbox')];
  const events = eventsWithOutbox();
  let woken = false;
  const failing = transact(database, async (tx) => {
    await sql`insert into fact values ('lost')`.execute(tx);
    await events.emit(tx, event);
    afterCommit(tx, () => {
      woken = true;
    });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect([await rows('fact'), await rows('outbox')]).toEqual(before);
  expect(woken).toBe(false);
});

test('a handler that fails takes the change back', async () => {
  const before = await rows('fact');
  const events = new Events();
  events.onEmit(async () => {
    throw new Error('no room');
  });
  const failing = transact(database, async (tx) => {
    await sql`insert into fact values ('lost')`.execute(tx);
    await events.emit(tx, event);
  });
  await expect(failing).rejects.toThrow('no room');
  expect(await rows('fact')).toBe(before);
});

test('the catalogue has the 29 events of the specification', () => {
  expect(EVENT_NAMES).toHaveLength(29);
  expect(new Set(EVENT_NAMES).size).toBe(29);
  expect(isEventName('ticket.unanswered_24h')).toBe(true);
  expect(isEventName('Auth.Completed')).toBe(false);
});
