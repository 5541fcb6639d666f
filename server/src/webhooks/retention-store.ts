import { sql } from 'kysely';
import type { Database } from '#db';
import { firstUuidAt } from '#lib/ids.ts';

/** Finished deliveries from before that time, oldest first, with their attempts; answers how many. */
export async function deleteDeliveriesBefore(database: Database, time: Date, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with old as (
      select id from webhook_delivery where id < ${firstUuidAt(time)} and finished_at is not null
      order by id limit ${most} for update skip locked
    ), gone as (
      delete from webhook_delivery where id in (select id from old) returning id
    ), attempt as (
      delete from webhook_attempt where delivery_id in (select id from old)
    )
    select count(*)::int as n from gone`.execute(database);
  return rows[0]?.n ?? 0;
}

/**
 * Events that no delivery needs any more. An event carries the time of its deliveries: those from before the oldest
 * delivery that is left have none.
 */
export async function deleteEventsBefore(database: Database, time: Date, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from webhook_delivery order by id limit 1`.execute(database);
  const end = firstUuidAt(time);
  const oldest = rows[0]?.id;
  const needed = oldest === undefined ? end : `${oldest.slice(0, 13)}-0000-0000-000000000000`;
  const { numAffectedRows } = await sql`
    delete from webhook_event where id in (
      select id from webhook_event where id < ${needed < end ? needed : end} order by id limit ${most}
      for update skip locked)`.execute(database);
  return Number(numAffectedRows ?? 0);
}

/** Removed endpoints without a delivery. Not at once: a transaction under way may still add one. */
export async function deleteRemovedEndpoints(database: Database, removedBefore: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_endpoint where id in (
      select e.id from webhook_endpoint e where e.removed_at < ${removedBefore}
        and not exists (select from webhook_delivery d where d.lane = e.lane)
      limit ${most} for update skip locked)`.execute(database);
  return Number(numAffectedRows ?? 0);
}
