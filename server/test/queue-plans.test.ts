/** The statements of the queues are planned once: a plan that was made on empty tables must be right for full ones. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { transact } from '#db';
import type { LaneWant } from '#lanes';
import { createTestDatabase } from '#test/database.ts';
import { ClaimPlaces } from '../src/messages/queue/claim-places.ts';
import { claimMessages } from '../src/messages/queue/claim-store.ts';
import { finishRecipients, settleTakings } from '../src/messages/queue/recipient-store.ts';
import { finishMessages, settleAbandoned } from '../src/messages/queue/sending-store.ts';
import { finishDeliveries, readDueDeliveries } from '../src/webhooks/sending-store.ts';

const { queues, pool } = await createTestDatabase();
const token = randomUUID();
const projectId = randomUUID();
const now = new Date();
const want = (lane: number, room: number): LaneWant => ({
  ...{ lane, room, ordinaryRoom: room, cursor: null, token },
  busyKeys: [],
});
const held = Array.from({ length: 64 }, (_, shard) => ({ shard, token }));

/** One connection does it all, one statement after the other. */
async function sendWebhooks(lanes: number[], room: number): Promise<number> {
  const wants = lanes.map((lane) => want(lane, room));
  const due = await readDueDeliveries(queues, wants, now);
  const attempt = { startedAt: now, durationMs: 1, statusCode: 200, error: null, errorDetail: null };
  const signed = { ...attempt, signature: 't=1,v1=0', responseBody: 'ok' };
  const none = () => ({ id: randomUUID(), lane: 1, cursor: '', n: 1, restartedAfter: 0 }) as never;
  const jobs = due.length > 0 ? due : [none(), none()];
  const sender = { headerPrefix: 'X-Service', userAgent: 'Bellhop' };
  await finishDeliveries(
    queues,
    // Those that arrive at once are stored by another statement than those that do not.
    jobs.map((job, n) => ({ job, token, outcome: { state: n % 2 === 0 ? 'delivered' : 'failed', attempt: signed } })),
    sender,
    now,
  );
  return due.length;
}

async function sendMessages(room: number): Promise<number> {
  const jobs = await claimMessages(queues, [want(1, room)], [], now);
  const inFlight = jobs.map(({ id }) => id);
  await transact(queues, (tx) => settleAbandoned(tx, held, inFlight, now));
  await transact(queues, (tx) => settleTakings(tx, held, { inFlight, wellKnown: [] }, now));
  const outcome = { state: 'sent', platformMessageId: '1' } as const;
  const nobody = { id: randomUUID(), jobId: randomUUID(), takingId: randomUUID(), subscriberId: randomUUID() };
  const none = { ...nobody, n: 1, channel: 'telegram', recipient: '1', content: {} } as never;
  const batch = (of: typeof jobs) => (of.length > 0 ? of : [none]).map((job) => ({ job, token, outcome }));
  const single = jobs.filter(({ takingId }) => takingId === null);
  const recipients = jobs.filter(({ takingId }) => takingId !== null);
  const stored = await transact(queues, (tx) => finishMessages(tx, batch(single), now));
  return stored.size + (await transact(queues, (tx) => finishRecipients(tx, batch(recipients), now))).size;
}

/** Rows that were read of each table, by whatever way. */
async function rowsRead(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(queues);
  const { rows } = await pool.query(
    'select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_user_tables',
  );
  return Object.fromEntries(rows.map(({ relname, n }) => [relname, Number(n)]));
}

async function readBy(act: () => Promise<unknown>): Promise<(table: string) => number> {
  const before = await rowsRead();
  await act();
  const after = await rowsRead();
  return (table) => (after[table] ?? 0) - (before[table] ?? 0);
}

beforeAll(async () => {
  await pool.query('vacuum analyze');
  await pool.query(
    `insert into lane_shard (ledger, shard, token, until)
     select ledger, s, $1, now() + interval '1 hour' from generate_series(0, 63) s, unnest(array['webhook', 'message']) ledger
     on conflict (ledger, shard) do update set token = excluded.token, until = excluded.until`,
    [token],
  );
  // Planned here, while there is nothing.
  expect(await sendWebhooks([1], 5)).toBe(0);
  expect(await sendMessages(5)).toBe(0);
  await pool.query(
    `insert into project (id, name, slug, plan, status, created_at)
     select case when n = 0 then $1 else gen_random_uuid() end, 'x', 'x' || n, 'unlimited', 'active', now()
     from generate_series(0, 999) n`,
    [projectId],
  );
});

test('deliveries are fetched and finished by their keys', async () => {
  await pool.query(
    `insert into webhook_endpoint (id, project_id, url, events, status, created_at)
     select gen_random_uuid(), $1, 'http://receiver.example', '{}', 'active', now() from generate_series(1, 1000)`,
    [projectId],
  );
  await pool.query(
    `with event as (insert into webhook_event (id, name, body, created_at)
       select gen_random_uuid(), 'auth.completed', '{}', now() from generate_series(1, 20000) returning id)
     insert into webhook_delivery (id, lane, event_id, event, state, next_attempt_at, created_at)
     select gen_random_uuid(), 1 + row_number() over () % 1000, id, 'auth.completed', 'pending', $1, $1 from event`,
    [now],
  );
  let sent = 0;
  const read = await readBy(async () => {
    sent = await sendWebhooks([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5);
  });
  expect(sent).toBe(50);
  expect(read('webhook_endpoint')).toBeLessThanOrEqual(10);
  expect(read('webhook_event')).toBeLessThanOrEqual(50);
  expect(read('webhook_delivery')).toBeLessThanOrEqual(2 * 50);
});

test('messages are claimed and finished by their keys', async () => {
  await pool.query(
    `insert into message (id, lane, priority, channel, recipient, kind, author, project_id, subscriber_id, content,
       next_attempt_at, created_at)
     select gen_random_uuid(), 1, 1, 'telegram', n::text, 'send', 'project', $1, gen_random_uuid(), '{}', $2, $2
     from generate_series(1, 20000) n`,
    [projectId, now],
  );
  let sent = 0;
  const read = await readBy(async () => {
    sent = await sendMessages(50);
  });
  expect(sent).toBe(50);
  // Looked at with what may hold it back, taken, settled, finished.
  expect(read('message')).toBeLessThanOrEqual(6 * 50);
  expect(read('message_taking')).toBeLessThanOrEqual(3 * 50);
  await pool.query('delete from message');
});

test('recipients of a broadcast are claimed and finished by their keys', async () => {
  const jobId = randomUUID();
  await pool.query(
    `insert into broadcast (id, project_id, status, composition, audience, total, created_at)
     select case when n = 0 then $1 else gen_random_uuid() end, $2, case when n = 0 then 'processing' else 'completed' end,
       '{}', '{}', 20000, now() from generate_series(0, 999) n`,
    [jobId, projectId],
  );
  await pool.query(`update broadcast set finished_at = now() where status = 'completed'`);
  await pool.query('insert into broadcast_pace (broadcast_id, used_until) select id, now() from broadcast');
  await pool.query(
    `insert into broadcast_recipient (job_id, lane, id, subscriber_id, channel, recipient, content, next_attempt_at)
     select $1, 1, gen_random_uuid(), gen_random_uuid(), 'telegram', n::text, '{}', $2 from generate_series(1, 20000) n`,
    [jobId, now],
  );
  let sent = 0;
  const read = await readBy(async () => {
    sent = await sendMessages(50);
  });
  expect(sent).toBe(50);
  // Looked at once, and then by its address.
  expect(read('broadcast_recipient')).toBeLessThanOrEqual(50);
  expect(read('broadcast_taking')).toBeLessThanOrEqual(5);
  expect(read('message')).toBe(0);
  expect(read('project')).toBeLessThanOrEqual(2);
  expect(read('broadcast_pace')).toBeLessThanOrEqual(2);

  const places = new ClaimPlaces();
  const takeSome = async () => places.goOnAfter(await claimMessages(queues, [want(1, 500)], places.all(), now));
  await takeSome();
  const readMore = await readBy(takeSome);
  // Not those that were taken before.
  expect(readMore('broadcast_recipient')).toBeLessThanOrEqual(500);
});
