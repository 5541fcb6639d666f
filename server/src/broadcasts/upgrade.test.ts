import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { migrate, readMigrations } from '../db/migrate.ts';

test('whoever waited in a broadcast before the upgrade waits after it; what was being sent is left to be settled', async () => {
  const { pool } = await createTestDatabase('template1');
  const before = readMigrations().filter(({ name }) => name < '0010');
  await migrate(pool, before);
  const job = '018f0000-0000-7000-8000-000000000001';
  await pool.query(
    `insert into broadcast (id, project_id, status, composition, audience, total, created_at)
     values ($1, gen_random_uuid(), 'processing', '{}', '{}', 5, now())`,
    [job],
  );
  await pool.query(
    `insert into message (id, lane, priority, channel, recipient, kind, author, job_id, project_id, subscriber_id, content,
       state, attempts, next_attempt_at, taken_by, created_at, finished_at)
     select gen_random_uuid(), 1, 2, 'telegram', n::text, 'send', 'project', $1, gen_random_uuid(), gen_random_uuid(),
       '{"type": "broadcast", "data": {"first_name": "Жан \\" Ann"}}', case when n = 5 then 'sent' else 'queued' end, n - 1, now(),
       case when n = 4 then gen_random_uuid() end, now(), case when n = 5 then now() end
     from generate_series(1, 5) n`,
    [job],
  );
  await pool.query(
    'insert into message_taking (message_id, lane) select id, lane from message where taken_by is not null',
  );
  await migrate(pool);
  const waiting = await pool.query(
    `select recipient, attempts, lane, channel, content from broadcast_recipient where job_id = $1 order by recipient`,
    [job],
  );
  const content = { type: 'broadcast', data: { first_name: 'Жан " Ann' } };
  expect(waiting.rows).toEqual(
    [1, 2, 3].map((n) => ({ recipient: String(n), attempts: n - 1, lane: 1, channel: 'telegram', content })),
  );
  const left = await pool.query(
    'select recipient, state, taken_by is not null as taken from message order by recipient',
  );
  expect(left.rows).toEqual([
    { recipient: '4', state: 'queued', taken: true },
    { recipient: '5', state: 'sent', taken: false },
  ]);
});
