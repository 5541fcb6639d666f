import type pg from 'pg';
import { EVENT, PAYLOAD_HEAD, PAYLOAD_TAIL } from './payload.ts';

const CHUNK = 250_000;
/** The log of the last 25 days: retention leaves it alone. */
const OLDEST_HOURS = 600;

/** Rows `from` to before `to` of the `total` that there may once be: delivered, each with its attempt, five to an event. */
export async function insertFinished(
  sql: pg.Client,
  lanes: readonly number[],
  { from, to, total }: { from: number; to: number; total: number },
): Promise<void> {
  await sql.query('set synchronous_commit = off');
  for (let first = from; first < to; first += CHUNK) {
    const last = Math.min(first + CHUNK, to) - 1;
    await sql.query(
      `with old as materialized (
         select n, uuidv7(shift) as id, now() + shift as at, ($1::int[])[1 + n % cardinality($1::int[])] as lane
         from generate_series($2::int, $3::int) n,
           lateral (select make_interval(secs => -1 - $4::float8 * 3600 * (1 - n::float8 / $5::int)) as shift) s
       ), event as (
         insert into webhook_event (id, name, body, created_at)
         select id, $6, $7 || n || $8, at from old where n % 5 = 0
       ), attempt as (
         insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, status_code, header_prefix,
           user_agent, signature, response_body)
         select id, 1, at, 12, 200, 'X-Service', 'Bellhop-Webhooks/0.0.0',
           't=1700000000,v1=' || repeat('0123456789abcdef', 4), 'ok' from old
       )
       insert into webhook_delivery (id, lane, event_id, event, state, attempts, first_attempt_at, next_attempt_at,
         last_status_code, created_at, finished_at)
       select id, lane, first_value(id) over (partition by n / 5 order by n), $6, 'delivered', 1, at, at, 200, at, at
       from old order by n`,
      [lanes, first, last, OLDEST_HOURS, total, EVENT, PAYLOAD_HEAD, PAYLOAD_TAIL],
    );
  }
  await sql.query('reset synchronous_commit');
}
