import { sql } from 'kysely';
import { arrayBytes, arrayText, byKey, type Transaction } from '#db';
import type { DomainEvent } from '#events';
import { uuidv7 } from '#lib/ids.ts';
import { MOST_ENDPOINTS } from './endpoint.ts';

/**
 * Writes events and a delivery for each endpoint that wants them, in one statement; an event that nobody wants is not
 * written. Answers the lanes that have something to do. A delivery's id is its event's with another last digit: they
 * carry the same time, and retention counts on it.
 */
export async function insertEvents(tx: Transaction, events: DomainEvent[]): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`/* prepared */
    with wanted as materialized (
      select h.id as event_id, h.name, h.body, h.at, e.lane, e.status,
        row_number() over (partition by h.id order by e.id) as place
      from unnest(${arrayText(events, ({ at }) => uuidv7(at))}::uuid[],
        ${arrayText(events, ({ projectId }) => projectId)}::uuid[], ${arrayText(events, ({ name }) => name)}::text[],
        ${arrayBytes(events, bodyOf)}::text[], ${arrayText(events, ({ at }) => at.toISOString())}::timestamptz[]
      ) as h (id, project_id, name, body, at)
      join webhook_endpoint e on ${byKey('e.project_id', 'h.project_id')} and e.removed_at is null
        and (e.events = '{}' or h.name = any (e.events))
    ), event as (
      insert into webhook_event (id, name, body, created_at)
      select event_id, name, body, at from wanted where place = 1
    ), delivery as (
      insert into webhook_delivery (id, lane, event_id, event, state, next_attempt_at, created_at, finished_at)
      select overlay(event_id::text placing to_hex(place) from 36)::uuid, lane, event_id, name,
        case when status = 'active' then 'pending' else 'skipped' end, at, at,
        case when status = 'active' then null else at end
      from wanted where place <= ${MOST_ENDPOINTS}::int
    )
    select distinct lane from wanted where status = 'active'`.execute(tx);
  return rows.map(({ lane }) => lane);
}

/** A delivery of a sample to one endpoint, whatever events it wants. */
export async function insertSample(tx: Transaction, lane: number, event: DomainEvent): Promise<string> {
  const { name, at } = event;
  const [eventId, id] = [uuidv7(at), uuidv7(at)];
  await sql`
    with event as (
      insert into webhook_event (id, name, body, created_at) values (${eventId}, ${name}, ${bodyOf(event)}, ${at})
    )
    insert into webhook_delivery (id, lane, event_id, event, state, next_attempt_at, created_at)
    values (${id}, ${lane}, ${eventId}, ${name}, 'pending', ${at}, ${at})`.execute(tx);
  return id;
}

/** Serialised once: these are the bytes that are signed and sent, at every attempt. */
function bodyOf({ name, data }: DomainEvent): string {
  return JSON.stringify({ event: name, data });
}
