import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db';
import { EVENT_NAMES } from '#events';
import { firstUuidAt, GREATEST_UUID, LEAST_UUID } from '#lib/ids.ts';
import { DELIVERY_STATES, type Delivery, type DeliveryState, type LoggedAttempt } from './delivery.ts';
import { headersOf, type Sender } from './request-headers.ts';

export type DeliveryFilter = {
  endpointId?: string | undefined;
  state?: DeliveryState | undefined;
  event?: string | undefined;
  /** From then on… */
  since?: Date | undefined;
  /** …and before then. */
  until?: Date | undefined;
};

const columns = sql`d.id, d.event, d.state, d.attempts, d.next_attempt_at as "nextAttemptAt",
  d.last_status_code as "lastStatusCode", d.last_error as "lastError", d.created_at as "createdAt",
  d.finished_at as "finishedAt"`;

/** What a range of the log has in common, as columns of the statement: `{ lane: 'e.lane', … }`. */
type Part = { lane: string; event: string; state: string };

/**
 * True for deliveries `d` of one endpoint, event and state whose ids lie from one to before another: one range of the
 * index. Rows are compared as wholes: by equal columns the planner would walk all ids and filter.
 */
export function inLogRange(part: Part, from: RawBuilder<unknown>, before: RawBuilder<unknown>): RawBuilder<boolean> {
  const range = sql`${sql.ref(part.lane)}, ${sql.ref(part.event)}, ${sql.ref(part.state)}`;
  return sql`(d.lane, d.event, d.state, d.id) >= (${range}, ${from}::uuid)
    and (d.lane, d.event, d.state, d.id) < (${range}, ${before}::uuid)`;
}

/** Newest first. Each endpoint, event and state is a range of an index that ends where the page does; the tops are merged. */
export async function listDeliveries(
  database: Database,
  projectId: string,
  filter: DeliveryFilter,
  page: { before: string | undefined; limit: number },
): Promise<Delivery[]> {
  const { endpointId, state, event, since, until } = filter;
  const endpoint = endpointId === undefined ? sql`true` : sql`e.id = ${endpointId}`;
  const least = since === undefined ? LEAST_UUID : firstUuidAt(since);
  const end = until === undefined ? GREATEST_UUID : firstUuidAt(until);
  const before = page.before !== undefined && page.before < end ? page.before : end;
  const { rows } = await sql<Delivery>`
    select d.*, e.id as "endpointId" from webhook_endpoint e
    cross join unnest(${event === undefined ? EVENT_NAMES : [event]}::text[]) as v (event)
    cross join unnest(${state === undefined ? DELIVERY_STATES : [state]}::text[]) as s (state)
    cross join lateral (select ${columns} from webhook_delivery d
      where ${inLogRange({ lane: 'e.lane', event: 'v.event', state: 's.state' }, sql`${least}`, sql`${before}`)}
      order by d.lane desc, d.event desc, d.state desc, d.id desc limit ${page.limit}) d
    where e.project_id = ${projectId} and ${endpoint}
    order by d.id desc limit ${page.limit}`.execute(database);
  return rows;
}

/** Also of an endpoint that was removed: its log is kept. */
export async function hasEndpointEver(database: Database, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_endpoint where id = ${id} and project_id = ${projectId}`.execute(database);
  return rows.length > 0;
}

export async function findDelivery(
  database: Database,
  projectId: string,
  id: string,
): Promise<(Delivery & { body: string }) | undefined> {
  const { rows } = await sql<Delivery & { body: string }>`
    select ${columns}, e.id as "endpointId", (select v.body from webhook_event v where v.id = d.event_id) as body
    from webhook_delivery d join webhook_endpoint e on e.lane = d.lane
    where d.id = ${id} and e.project_id = ${projectId}`.execute(database);
  return rows[0];
}

export async function listAttempts(
  database: Database,
  delivery: Pick<Delivery, 'id' | 'event'>,
): Promise<LoggedAttempt[]> {
  type Row = Omit<LoggedAttempt, 'requestHeaders'> & Sender & { signature: string | null };
  const { rows } = await sql<Row>`
    select 1 as attempt, first_started_at as "startedAt", first_duration_ms as "durationMs",
      first_status_code as "statusCode", first_error as error, first_error_detail as "errorDetail",
      first_header_prefix as "headerPrefix", first_user_agent as "userAgent", first_signature as signature,
      first_response_body as "responseBody"
    from webhook_delivery where id = ${delivery.id} and first_started_at is not null
    union all
    select attempt, started_at, duration_ms, status_code, error, error_detail, header_prefix, user_agent, signature,
      response_body
    from webhook_attempt where delivery_id = ${delivery.id} order by attempt`.execute(database);
  return rows.map(({ headerPrefix, userAgent, signature, ...attempt }) => ({
    ...attempt,
    requestHeaders: Object.fromEntries(
      signature === null ? [] : headersOf({ headerPrefix, userAgent })(delivery, signature),
    ),
  }));
}
