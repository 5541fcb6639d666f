import { sql } from 'kysely';
import type { Database } from '#db';
import { type Finish, isHeld, type LaneJob, type LaneWant } from '#lanes';
import type { Outcome } from './outcome.ts';

export const LEDGER = 'webhook';

export type DueDelivery = LaneJob & {
  /** Of the attempt to be made; 1 is the first. */
  n: number;
  restartedAfter: number;
  firstAttemptAt: Date | null;
  createdAt: Date;
  event: string;
  body: string;
  /** Of the endpoint, when this was read. */
  version: number;
};

/** Lanes with something due, by skipping from lane to lane in the index of what is pending. */
export async function findDueLanes(
  database: Database,
  search: { afterLane: number; shards: number[]; most: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`
    with recursive found as (
      (select lane from webhook_delivery where finished_at is null and lane > ${search.afterLane} order by lane limit 1)
      union all
      select (select lane from webhook_delivery where finished_at is null and lane > found.lane order by lane limit 1)
      from found where found.lane is not null)
    select lane from found where lane is not null and lane & 63 = any(${search.shards}::int[])
      and (select next_attempt_at from webhook_delivery d where d.finished_at is null and d.lane = found.lane
        order by next_attempt_at, id limit 1) <= ${search.now} limit ${search.most}`.execute(database);
  return rows.map(({ lane }) => lane);
}

/** Not prepared: the plan must see how large the table is by now. */
export async function readDueDeliveries(database: Database, wants: LaneWant[], now: Date): Promise<DueDelivery[]> {
  // The payload by a subquery: a join could be turned into one that loses the order within a lane.
  const { rows } = await sql<DueDelivery>`
    select due.*, e.version, (select v.body from webhook_event v where v.id = due."eventId") as body
    from unnest(${wants.map(({ lane }) => lane)}::int[], ${wants.map(({ room }) => room)}::int[],
      ${wants.map(({ cursor }) => cursor)}::text[]) as want (lane, room, after)
    join webhook_endpoint e on e.lane = want.lane
    cross join lateral (
      select d.id, d.lane, d.next_attempt_at::text || ' ' || d.id as cursor, d.attempts + 1 as n, d.event,
        d.restarted_after as "restartedAfter", d.first_attempt_at as "firstAttemptAt", d.created_at as "createdAt",
        d.event_id as "eventId"
      from webhook_delivery d
      where d.lane = want.lane and d.finished_at is null and d.next_attempt_at <= ${now}
        and (d.next_attempt_at, d.id) > (coalesce(left(want.after, -37)::timestamptz, '-infinity'),
          coalesce(right(want.after, 36)::uuid, '00000000-0000-0000-0000-000000000000'))
      order by d.next_attempt_at, d.id limit want.room) due`.execute(database);
  return rows;
}

/**
 * Stores outcomes and logs the attempts, each under a live token and only while its delivery waits for that very attempt.
 * What was skipped meanwhile stays so unless it arrived after all. Where the schedule was begun anew meanwhile, a
 * failure counts toward the old one and changes nothing of the new.
 */
export async function finishDeliveries(
  database: Database,
  batch: Finish<DueDelivery, Outcome>[],
  now: Date,
): Promise<void> {
  const outcomes = batch
    .filter(({ outcome }) => outcome.state !== 'interrupted')
    .map(({ job: { id, n, restartedAfter }, token, outcome }) => {
      const { state, attempt, nextAttemptAt } = { attempt: {}, nextAttemptAt: null, ...outcome };
      return { id, n, restartedAfter, token, state, nextAttemptAt, ...attempt };
    });
  if (outcomes.length === 0) return;
  await sql`
    with stored as (
      update webhook_delivery d set
        attempts = case when o."startedAt" is null then d.attempts else o.n end,
        state = case when o.state = 'delivered' or (d.state = 'pending' and d.restarted_after = o."restartedAfter")
          then o.state else d.state end,
        finished_at = case when o.state = 'delivered' then ${now}::timestamptz
          when d.state = 'pending' and d.restarted_after = o."restartedAfter" and o.state <> 'pending'
          then ${now}::timestamptz else d.finished_at end,
        next_attempt_at = case when d.restarted_after = o."restartedAfter"
          then coalesce(o."nextAttemptAt", d.next_attempt_at) else d.next_attempt_at end,
        first_attempt_at = case when d.restarted_after = o."restartedAfter"
          then coalesce(d.first_attempt_at, o."startedAt") else d.first_attempt_at end,
        restarted_after = case when d.restarted_after = o."restartedAfter" then d.restarted_after else o.n end,
        last_status_code = case when o."startedAt" is null then d.last_status_code else o."statusCode" end,
        last_error = case when o."startedAt" is null then d.last_error else o.error end
      from (
        -- A limit that the planner cannot know: it then expects few and goes by the key, however the table looks to it.
        select * from json_to_recordset(${JSON.stringify(outcomes)}::json) as o (id uuid, n int, "restartedAfter" int,
          token uuid, state text, "nextAttemptAt" timestamptz, "startedAt" timestamptz, "durationMs" int,
          "statusCode" int, error text, "errorDetail" text, "requestHeaders" json, "responseBody" text)
        limit (select ${outcomes.length}::int)) o
      where d.id = o.id and d.attempts = o.n - 1 and (d.finished_at is null or d.state = 'skipped')
        and ${isHeld(LEDGER, sql`d.lane`, sql`o.token`, now)}
      returning o.*
    )
    insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, status_code, error, error_detail,
      request_headers, response_body)
    select id, n, "startedAt", "durationMs", "statusCode", error, "errorDetail", "requestHeaders", "responseBody"
    from stored where "startedAt" is not null`.execute(database);
}
