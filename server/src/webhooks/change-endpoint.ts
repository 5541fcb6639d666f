import { transact } from '#db';
import type { Caller } from '#http';
import { recordAudit } from '#projects';
import type { Endpoint, EndpointStatus } from './endpoint.ts';
import { endpointNotFound, requireEvents, requireReachable } from './endpoint-rules.ts';
import { lockEndpoint, markRemoved, updateEndpoint } from './endpoint-store.ts';
import { skipPendingDeliveries } from './skip-pending-deliveries.ts';
import type { WebhooksOptions } from './webhooks.ts';

export type EndpointChange = {
  url?: string | undefined;
  events?: string[] | undefined;
  /** Null clears it. */
  description?: string | null | undefined;
  status?: EndpointStatus | undefined;
};

/** Changes what is given. Whatever is pending for an endpoint that is now disabled is skipped. */
export async function changeEndpoint(
  options: WebhooksOptions,
  { projectId, actor }: Caller,
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const { database, clock, outgoing } = options;
  const events = change.events && requireEvents(change.events);
  if (change.url !== undefined) await requireReachable(outgoing, change.url);
  const changed = await transact(database, async (tx) => {
    const endpoint = await lockEndpoint(tx, projectId, id);
    if (endpoint === undefined) throw endpointNotFound();
    const fields = Object.keys(change).filter((field) => change[field as keyof EndpointChange] !== undefined);
    if (fields.length === 0) return endpoint;
    const next: Endpoint = {
      ...endpoint,
      url: change.url ?? endpoint.url,
      events: events ?? endpoint.events,
      description: change.description === undefined ? endpoint.description : change.description,
      status: change.status ?? endpoint.status,
    };
    await updateEndpoint(tx, next);
    const detail = { endpoint_id: id, fields, status: next.status };
    await recordAudit(tx, { projectId, actor, action: 'webhook.changed', detail, at: clock.now() });
    return next;
  });
  if (changed.status === 'disabled') await skipPendingDeliveries(database, clock, changed.lane);
  return changed;
}

/** Its log stays as long as any. */
export async function removeEndpoint(
  { database, clock }: WebhooksOptions,
  { projectId, actor }: Caller,
  id: string,
): Promise<void> {
  const { lane } = await transact(database, async (tx) => {
    const endpoint = await lockEndpoint(tx, projectId, id);
    if (endpoint === undefined) throw endpointNotFound();
    const now = clock.now();
    await markRemoved(tx, id, now);
    const detail = { endpoint_id: id };
    await recordAudit(tx, { projectId, actor, action: 'webhook.removed', detail, at: now });
    return endpoint;
  });
  await skipPendingDeliveries(database, clock, lane);
}
