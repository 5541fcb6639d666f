import { type RawBuilder, sql } from 'kysely';
import { arrayText, byKey, type Database } from '#db';
import { type Finish, isHeld, type LaneJob, type LaneWant } from '#lanes';
import { LEAST_UUID } from '#lib/ids.ts';
import type { Attempt } from './delivery.ts';
import type { Outcome } from './outcome.ts';
import type { Sender } from './request-headers.ts';

export const LEDGER = 'webhook';

export type DueDelivery = LaneJob & {
  /** Of the attempt to be made; 1 is the first. */
  n: number;
  restartedAfter: number;
  firstAttemptAt: Date | null;
  event: string;
  body: string;
  /** Of the endpoint, when this was read. */
  version: number;
};

/** Lanes with something due, by skipping in the index of what is pending from the first of one lane to that of the next. */
export async function findDueLanes(
  database: Database,
  search: { afterLane: number; shards: number[]; most: number; now: Date },
): Promise<number[]> {
  const firstAfter = (lane: RawBuilder<number>) => sql`(
    select lane, next_attempt_at from webhook_delivery where finished_at is null and lane > ${lane}
    order by lane, next_attempt_at, id limit 1)`;
  const { rows } = await sql<{ lane: number }>`
    with recursive first as (
      ${firstAfter(sql`${search.afterLane}::int`)}
      union all
      select next.* from first cross join lateral ${firstAfter(sql`first.lane`)} next)
    select lane from first where lane & 63 = any(${search.shards}::int[]) and next_attempt_at <= ${search.now}
    limit ${search.most}`.execute(database);
  return rows.map(({ lane }) => lane);
}

export async function readDueDeliveries(database: Database, wants: LaneWant[], now: Date): Promise<DueDelivery[]> {
  // The payload by a subquery: a join could be turned into one that loses the order within a lane.
  const { rows } = await sql<DueDelivery & { dueAt: string }>`/* prepared */
    select due.id, due.lane, due."dueAt", due.n, due."restartedAfter", due."firstAttemptAt", due.event,
      want.version, (select v.body from webhook_event v where v.id = due.event_id) as body
    from (
      -- Once for each lane: without the offset the planner might do it for each delivery.
      select want.*, e.version from unnest(${arrayText(wants, ({ lane }) => lane)}::int[],
        ${arrayText(wants, ({ room }) => room)}::int[], ${arrayText(wants, ({ cursor }) => cursor)}::text[]
      ) as want (lane, room, after) join webhook_endpoint e on ${byKey('e.lane', 'want.lane')} offset 0) want
    cross join lateral (
      select d.id, d.lane, d.next_attempt_at::text as "dueAt", d.attempts + 1 as n, d.event,
        d.restarted_after as "restartedAfter", d.first_attempt_at as "firstAttemptAt", d.event_id
      from webhook_delivery d
      where d.lane = want.lane and d.finished_at is null and d.next_attempt_at <= ${now}
        and (d.next_attempt_at, d.id) > (coalesce(left(want.after, -37)::timestamptz, '-infinity'),
          coalesce(right(want.after, 36)::uuid, ${LEAST_UUID}::uuid))
      order by d.next_attempt_at, d.id limit want.room) due`.execute(database);
  for (const row of rows) row.cursor = `${row.dueAt} ${row.id}`;
  return rows;
}

/**
 * Stores outcomes and logs the attempts, each under a live token and only while its delivery waits for that very attempt.
 * Most arrive at the first attempt, so these have a statement of their own, which has little to decide.
 */
export async function finishDeliveries(
  database: Database,
  batch: Finish<DueDelivery, Outcome>[],
  sender: Sender,
  now: Date,
): Promise<void> {
  const arrivals: Arrival[] = [];
  const others: Finish<DueDelivery, Outcome>[] = [];
  for (const { job, token, outcome } of batch) {
    if (outcome.state === 'delivered' && job.n === 1) arrivals.push({ id: job.id, token, ...outcome.attempt });
    else if (outcome.state !== 'interrupted') others.push({ job, token, outcome });
  }
  for (const [token, arrived] of Map.groupBy(arrivals, (arrival) => arrival.token)) {
    await storeArrivals(database, token, arrived, sender, now);
  }
  if (others.length > 0) await storeOutcomes(database, others, sender, now);
}

type Arrival = Attempt & { id: string; token: string };

/** Whatever was decided about them meanwhile: they are there. */
async function storeArrivals(
  database: Database,
  token: string,
  arrived: Arrival[],
  sender: Sender,
  now: Date,
): Promise<void> {
  await sql`/* prepared */
    update webhook_delivery d set state = 'delivered', attempts = 1, finished_at = ${now}::timestamptz,
      first_attempt_at = o.started_at, last_status_code = o.status_code, last_error = null,
      first_started_at = o.started_at, first_duration_ms = o.duration_ms, first_status_code = o.status_code,
      first_header_prefix = ${sender.headerPrefix}, first_user_agent = ${sender.userAgent},
      first_signature = o.signature, first_response_body = o.response_body
    from (
      select o.*, to_timestamp(started_ms / 1000) as started_at from unnest(
        ${arrayText(arrived, ({ id }) => id)}::uuid[],
        ${arrayText(arrived, ({ startedAt }) => startedAt.getTime())}::float8[],
        ${arrayText(arrived, ({ durationMs }) => durationMs)}::int[],
        ${arrayText(arrived, ({ statusCode }) => statusCode)}::int[],
        ${arrayText(arrived, ({ signature }) => signature)}::text[],
        ${arrayText(arrived, ({ responseBody }) => responseBody)}::text[]
      ) as o (id, started_ms, duration_ms, status_code, signature, response_body)) o
    where ${byKey('d.id', 'o.id')} and d.attempts = 0 and (d.finished_at is null or d.state = 'skipped')
      and ${isHeld(LEDGER, sql`d.lane`, sql`${token}::uuid`, now)}`.execute(database);
}

/** Of a delivery that waits for its first attempt all of these are null. */
const FIRST_ATTEMPT = sql.raw(
  'started_at duration_ms status_code error error_detail header_prefix user_agent signature response_body'
    .split(' ')
    .map((column) => `first_${column} = case when o.n = 1 then o.${column} else d.first_${column} end`)
    .join(', '),
);

/**
 * What was skipped meanwhile stays so unless it arrived after all. Where the schedule was begun anew meanwhile, a failure
 * counts toward the old one and changes nothing of the new.
 */
async function storeOutcomes(
  database: Database,
  ended: Finish<DueDelivery, Outcome>[],
  sender: Sender,
  now: Date,
): Promise<void> {
  type Value = string | number | null;
  // Where all are null the array may as well be empty: unnest fills up what is short.
  const column = (value: (finish: Finish<DueDelivery, Outcome>) => Value) =>
    ended.some((finish) => value(finish) !== null) ? arrayText(ended, value) : '{}';
  const logged = (value: (attempt: Attempt) => Value) =>
    column(({ outcome }) => ('attempt' in outcome ? value(outcome.attempt) : null));
  await sql`/* prepared */
    with stored as (
      update webhook_delivery d set
        attempts = case when o.started_at is null then d.attempts else o.n end,
        state = case when o.state = 'delivered' or (d.state = 'pending' and d.restarted_after = o.restarted_after)
          then o.state else d.state end,
        finished_at = case when o.state = 'delivered' then ${now}::timestamptz
          when d.state = 'pending' and d.restarted_after = o.restarted_after and o.state <> 'pending'
          then ${now}::timestamptz else d.finished_at end,
        next_attempt_at = case when d.restarted_after = o.restarted_after
          then coalesce(o.next_attempt_at, d.next_attempt_at) else d.next_attempt_at end,
        first_attempt_at = case when d.restarted_after = o.restarted_after
          then coalesce(d.first_attempt_at, o.started_at) else d.first_attempt_at end,
        restarted_after = case when d.restarted_after = o.restarted_after then d.restarted_after else o.n end,
        last_status_code = case when o.started_at is null then d.last_status_code else o.status_code end,
        last_error = case when o.started_at is null then d.last_error else o.error end,
        ${FIRST_ATTEMPT}
      from (
        select o.*, to_timestamp(started_ms / 1000) as started_at, to_timestamp(next_ms / 1000) as next_attempt_at,
          case when signature is not null then ${sender.headerPrefix} end as header_prefix,
          case when signature is not null then ${sender.userAgent} end as user_agent
        from unnest(
          ${column(({ job }) => job.id)}::uuid[], ${column(({ job }) => job.n)}::int[],
          ${column(({ job }) => job.restartedAfter)}::int[], ${column(({ token }) => token)}::uuid[],
          ${column(({ outcome }) => outcome.state)}::text[],
          ${column(({ outcome }) => ('nextAttemptAt' in outcome ? outcome.nextAttemptAt.getTime() : null))}::float8[],
          ${logged(({ startedAt }) => startedAt.getTime())}::float8[], ${logged(({ durationMs }) => durationMs)}::int[],
          ${logged(({ statusCode }) => statusCode)}::int[], ${logged(({ error }) => error)}::text[],
          ${logged(({ errorDetail }) => errorDetail)}::text[], ${logged(({ signature }) => signature)}::text[],
          ${logged(({ responseBody }) => responseBody)}::text[]
        ) as o (id, n, restarted_after, token, state, next_ms, started_ms, duration_ms, status_code, error, error_detail,
          signature, response_body)) o
      where ${byKey('d.id', 'o.id')} and d.attempts = o.n - 1 and (d.finished_at is null or d.state = 'skipped')
        and ${isHeld(LEDGER, sql`d.lane`, sql`o.token`, now)}
      returning o.*
    )
    insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, status_code, error, error_detail,
      header_prefix, user_agent, signature, response_body)
    select id, n, started_at, duration_ms, status_code, error, error_detail, header_prefix, user_agent, signature,
      response_body
    from stored where n > 1 and started_at is not null`.execute(database);
}
