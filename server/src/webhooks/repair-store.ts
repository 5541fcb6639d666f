import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { EVENT_NAMES } from '#events';
import { firstUuidAt, GREATEST_UUID } from '#lib/ids.ts';

/** Due at once, with the whole schedule before it; the numbers of its attempts go on. */
function restarted(now: Date): RawBuilder<unknown> {
  return sql`state = 'pending', finished_at = null, restarted_after = attempts, first_attempt_at = null,
    next_attempt_at = ${now}`;
}

export async function restartDelivery(tx: Transaction, id: string, now: Date): Promise<void> {
  await sql`update webhook_delivery set ${restarted(now)} where id = ${id}`.execute(tx);
}

/**
 * A batch of what an endpoint has missed, oldest first; answers the ids, in order, that are due now. Rows are compared as
 * wholes: by equal columns the planner would walk all ids and filter.
 */
export async function restartMissed(
  tx: Transaction,
  missed: { lane: number; state: 'failed' | 'skipped'; since: Date; after: string | undefined; most: number },
  now: Date,
): Promise<string[]> {
  const { lane, state, since, most } = missed;
  const after = missed.after ?? firstUuidAt(since);
  const { rows } = await sql<{ id: string }>`
    with batch as (
      select d.id from unnest(${EVENT_NAMES}::text[]) as v (event) cross join lateral (
        select id from webhook_delivery
        where (lane, event, state, id) > (${lane}::int, v.event, ${state}, ${after}::uuid)
          and (lane, event, state, id) <= (${lane}::int, v.event, ${state}, ${GREATEST_UUID}::uuid)
        order by lane, event, state, id limit ${most} for update skip locked) d
      order by d.id limit ${most}
    ), restarted as (
      update webhook_delivery set ${restarted(now)} where id in (select id from batch) returning id
    )
    select id from restarted order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Skips a batch of what is pending for an endpoint that is not active; answers how many. What a worker is storing at
 * this moment is left out: the worker itself skips it when it is due, and housekeeping before.
 */
export async function skipPending(database: Database, lane: number, most: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with batch as (
      select d.id from webhook_delivery d join webhook_endpoint e on e.lane = d.lane
      where d.lane = ${lane} and d.finished_at is null and (e.status = 'disabled' or e.removed_at is not null)
      limit ${most} for update of d skip locked
    )
    update webhook_delivery d set state = 'skipped', finished_at = ${now} from batch where d.id = batch.id`.execute(
    database,
  );
  return Number(numAffectedRows ?? 0);
}

/** Endpoints that are not active and still have something pending. */
export async function findLanesToSkip(database: Database, most: number): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`
    select e.lane from webhook_endpoint e where (e.status = 'disabled' or e.removed_at is not null)
      and exists (select from webhook_delivery d where d.lane = e.lane and d.finished_at is null) limit ${most}`.execute(
    database,
  );
  return rows.map(({ lane }) => lane);
}
