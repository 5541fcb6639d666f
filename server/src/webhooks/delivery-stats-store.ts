import { sql } from 'kysely';
import type { Database } from '#db';
import { EVENT_NAMES } from '#events';
import { firstUuidAt } from '#lib/ids.ts';
import { DELIVERY_STATES, type DeliveryState } from './delivery.ts';
import { inLogRange } from './delivery-log-store.ts';

/** How many deliveries of a span ended how. */
export type DeliveryCount = { from: Date; state: DeliveryState; deliveries: number };

/**
 * `bounds`: where each span begins, and where the last one ends. Counted from the index alone, by ranges of ids: span by
 * span for each endpoint, event and state of which there is something.
 */
export async function countDeliveries(database: Database, projectId: string, bounds: Date[]): Promise<DeliveryCount[]> {
  const ids = bounds.map(firstUuidAt);
  const { rows } = await sql<DeliveryCount>`
    with part as materialized (
      select e.lane, v.event, s.state from webhook_endpoint e
      cross join unnest(${EVENT_NAMES}::text[]) as v (event)
      cross join unnest(${DELIVERY_STATES}::text[]) as s (state)
      where e.project_id = ${projectId} and exists (select from webhook_delivery d
        where ${inLogRange({ lane: 'e.lane', event: 'v.event', state: 's.state' }, sql`${ids.at(0)}`, sql`${ids.at(-1)}`)})
    )
    select span.at as "from", part.state, sum(counted.n)::int as deliveries
    from part
    cross join unnest(${bounds.slice(0, -1)}::timestamptz[], ${ids.slice(0, -1)}::uuid[], ${ids.slice(1)}::uuid[]) as span (at, least, before)
    cross join lateral (select count(*) as n from webhook_delivery d
      where ${inLogRange({ lane: 'part.lane', event: 'part.event', state: 'part.state' }, sql`span.least`, sql`span.before`)}) counted
    where counted.n > 0
    group by span.at, part.state`.execute(database);
  return rows;
}
