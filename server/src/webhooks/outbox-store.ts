import { sql } from 'kysely';
import { arrayBytes, arrayText, byKey, shortArrayText, type Transaction } from '#db';
import type { DomainEvent } from '#events';
import { uuidv7 } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { MOST_ENDPOINTS } from './endpoint.ts';

/**
 * Writes events and a delivery for each endpoint that wants them, in one statement; an event that nobody wants is not
 * written. Answers the lanes that have something to do. A delivery's id is its event's with another last digit, the place
 * of its endpoint in the project: they carry the same time, and retention counts on it.
 */
export async function insertEvents(tx: Transaction, events: DomainEvent[]): Promise<number[]> {
  const projectIds = shortArrayText(events, ({ projectId }) => projectId);
  const names = shortArrayText(events, ({ name }) => name);
  const times = shortArrayText(events, ({ at }) => timestamp(at));
  const { rows } = await sql<{ lane: number }>`/* prepared */
    with given as materialized (
      select g.id, coalesce(g.project_id, (${projectIds}::uuid[])[1]) as project_id,
        coalesce(g.name, (${names}::text[])[1]) as name, g.body, coalesce(g.at, (${times}::timestamptz[])[1]) as at
      from unnest(${arrayText(events, ({ at }) => uuidv7(at))}::text[], ${projectIds}::uuid[], ${names}::text[],
        ${arrayBytes(events, bodyOf)}::text[], ${times}::timestamptz[]) as g (id, project_id, name, body, at)
    ), endpoint as materialized (
      -- Looked up once for each project: many events at once are mostly of one.
      select e.project_id, e.lane, e.status, e.events, row_number() over (partition by e.project_id order by e.id) as place
      from (select distinct project_id from given) p
      join webhook_endpoint e on ${byKey('e.project_id', 'p.project_id')} and e.removed_at is null
    ), event as (
      insert into webhook_event (id, name, body, created_at)
      select g.id::uuid, g.name, g.body, g.at from given g where exists (select from endpoint e where ${isWanted})
    ), delivery as (
      insert into webhook_delivery (id, lane, event_id, event, state, next_attempt_at, created_at, finished_at)
      select (left(g.id, 35) || e.place)::uuid, e.lane, g.id::uuid, g.name,
        case when e.status = 'active' then 'pending' else 'skipped' end, g.at, g.at,
        case when e.status = 'active' then null else g.at end
      from given g join endpoint e on ${isWanted} and e.place <= ${MOST_ENDPOINTS}::int
    )
    select e.lane from endpoint e where e.status = 'active' and exists (select from given g where ${isWanted})`.execute(
    tx,
  );
  return rows.map(({ lane }) => lane);
}

/** An event `g` by an endpoint `e`. */
const isWanted = sql`e.project_id = g.project_id and (e.events = '{}' or g.name = any (e.events))`;

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
