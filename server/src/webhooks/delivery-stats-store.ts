import { sql } from 'kysely';
import type { Database } from '#db';
import { EVENT_NAMES } from '#events';
import { firstUuidAt } from '#lib/ids.ts';
import { DELIVERY_STATES, type DeliveryState } from './delivery.ts';

/** How many deliveries of a span ended how. */
export type DeliveryCount = { from: Date; state: DeliveryState; deliveries: number };

/** `bounds`: where each span begins, and where the last one ends. Counted from the index alone, by ranges of ids. */
export async function countDeliveries(database: Database, projectId: string, bounds: Date[]): Promise<DeliveryCount[]> {
  const ids = bounds.map(firstUuidAt);
  const { rows } = await sql<DeliveryCount>`
    select (${bounds}::timestamptz[])[counted.span] as "from", s.state, sum(counted.n)::int as deliveries
    from webhook_endpoint e
    cross join unnest(${EVENT_NAMES}::text[]) as v (event)
    cross join unnest(${DELIVERY_STATES}::text[]) as s (state)
    -- Rows are compared as wholes: by equal columns the planner would walk all ids of the spans and filter.
    cross join lateral (select width_bucket(d.id, ${ids}::uuid[]) as span, count(*) as n from webhook_delivery d
      where (d.lane, d.event, d.state, d.id) >= (e.lane, v.event, s.state, ${ids.at(0)}::uuid)
        and (d.lane, d.event, d.state, d.id) < (e.lane, v.event, s.state, ${ids.at(-1)}::uuid)
      group by span) counted
    where e.project_id = ${projectId}
    group by counted.span, s.state`.execute(database);
  return rows;
}
