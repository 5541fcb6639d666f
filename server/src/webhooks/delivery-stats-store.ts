import { sql } from 'kysely';
import type { Database } from '#db';
import { firstUuidAt } from '#lib/ids.ts';
import { DELIVERY_STATES, type DeliveryState } from './delivery.ts';

/** How many deliveries of a span ended how. */
export type DeliveryCount = { from: Date; state: DeliveryState; deliveries: number };

/** `bounds`: where each span begins, and where the last one ends. Counted from the index alone, by ranges of ids. */
export async function countDeliveries(database: Database, projectId: string, bounds: Date[]): Promise<DeliveryCount[]> {
  const ids = bounds.map(firstUuidAt);
  const { rows } = await sql<DeliveryCount>`
    select span.at as "from", s.state, sum(counted.n)::int as deliveries
    from unnest(${bounds.slice(0, -1)}::timestamptz[], ${ids.slice(0, -1)}::uuid[], ${ids.slice(1)}::uuid[]) as span (at, least, before)
    cross join unnest(${DELIVERY_STATES}::text[]) as s (state)
    join webhook_endpoint e on e.project_id = ${projectId}
    -- Rows are compared as wholes: by equal columns the planner would walk all ids of the span and filter.
    cross join lateral (select count(*) as n from webhook_delivery d
      where (d.lane, d.state, d.id) >= (e.lane, s.state, span.least)
        and (d.lane, d.state, d.id) < (e.lane, s.state, span.before)) counted
    where counted.n > 0
    group by span.at, s.state`.execute(database);
  return rows;
}
