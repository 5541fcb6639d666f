import { type Transaction, transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import { uuidv7 } from '#lib/ids.ts';
import { recordAudit } from '#projects';
import { type Endpoint, MOST_ENDPOINTS } from './endpoint.ts';
import { requireEvents, requireReachable } from './endpoint-rules.ts';
import { countEndpoints, insertEndpoint, lockEndpointsOf } from './endpoint-store.ts';
import { makeSecret } from './secret.ts';
import { insertSecret } from './secret-store.ts';
import type { WebhooksOptions } from './webhooks.ts';

export type EndpointWish = { url: string; events: string[]; description: string | null };

/** The secret is shown here and never again. */
export async function createEndpoint(
  options: WebhooksOptions,
  caller: Caller,
  wish: EndpointWish,
): Promise<{ endpoint: Omit<Endpoint, 'lane'>; secret: string }> {
  const { database, outgoing, clock } = options;
  const { projectId, actor } = caller;
  const events = requireEvents(wish.events);
  await requireReachable(outgoing, wish.url);
  return transact(database, async (tx) => {
    await lockEndpointsOf(tx, projectId);
    if ((await countEndpoints(tx, projectId)) >= MOST_ENDPOINTS) {
      throw new AppError('conflict', `A project has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`);
    }
    const now = clock.now();
    const id = uuidv7(now);
    const { url, description } = wish;
    const endpoint = { id, projectId, url, events, description, status: 'active' as const, createdAt: now };
    await insertEndpoint(tx, endpoint);
    const secret = await issueSecret(tx, options, id);
    const detail = { endpoint_id: id };
    await recordAudit(tx, { projectId, actor, action: 'webhook.created', detail, at: now });
    return { endpoint, secret };
  });
}

export async function issueSecret(
  tx: Transaction,
  { seal, clock }: Pick<WebhooksOptions, 'seal' | 'clock'>,
  endpointId: string,
): Promise<string> {
  const secret = makeSecret();
  const id = uuidv7(clock.now());
  await insertSecret(tx, { id, endpointId, sealed: seal.seal(secret, id) });
  return secret;
}
