import type pg from 'pg';
import { EVENT, PAYLOAD_HEAD, PAYLOAD_TAIL } from './payload.ts';

/** Deliveries of one round: all that have an id from `first` to before `end`. */
export type Batch = { first: string; end: string; count: number };

/** Due at once, in turn for each lane, an event for each: as a transaction of the program would have left them. */
export async function insertDue(sql: pg.Client, lanes: readonly number[], count: number): Promise<Batch> {
  const first = await nextId(sql);
  await sql.query(
    `with due as materialized (
       select n, uuidv7() as event_id, uuidv7() as id, ($1::int[])[1 + n % cardinality($1::int[])] as lane
       from generate_series(0, $2::int - 1) n
     ), event as (
       insert into webhook_event (id, name, body, created_at) select event_id, $3, $4 || n || $5, now() from due
     )
     insert into webhook_delivery (id, lane, event_id, event, state, next_attempt_at, created_at)
     select id, lane, event_id, $3, 'pending', now(), now() from due`,
    [lanes, count, EVENT, PAYLOAD_HEAD, PAYLOAD_TAIL],
  );
  return { first, end: await nextId(sql), count };
}

/** The hint that the program gives after a commit. */
export async function wake(sql: pg.Client, lanes: readonly number[]): Promise<void> {
  await sql.query("select pg_notify('lanes_webhook', $1)", [lanes.join(',')]);
}

/** As if it had never been, once it is delivered. */
export async function removeBatch(sql: pg.Client, { first, end }: Batch): Promise<void> {
  await sql.query(
    `with gone as (delete from webhook_delivery where id >= $1 and id < $2),
       attempts as (delete from webhook_attempt where delivery_id >= $1 and delivery_id < $2)
     delete from webhook_event where id >= $1 and id < $2`,
    [first, end],
  );
}

/** Cheap enough to be asked while the worker is at it. */
export async function isPending(sql: pg.Client, { first, end }: Batch): Promise<boolean> {
  const { rows } = await sql.query(
    'select from webhook_delivery where finished_at is null and id >= $1 and id < $2 limit 1',
    [first, end],
  );
  return rows.length > 0;
}

type Progress = { pending: number; delivered: number; lastFinishedAt: Date | null };

export async function readProgress(sql: pg.Client, { first, end }: Batch): Promise<Progress> {
  const { rows } = await sql.query<Progress>(
    `select count(*) filter (where finished_at is null)::int as pending,
       count(*) filter (where state = 'delivered' and attempts = 1)::int as delivered,
       max(finished_at) as "lastFinishedAt"
     from webhook_delivery where id >= $1 and id < $2`,
    [first, end],
  );
  return rows[0] as Progress;
}

/** Made by the database in order, within one connection. */
async function nextId(sql: pg.Client): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('select uuidv7() as id');
  return rows[0]?.id ?? '';
}
