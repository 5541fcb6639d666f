import { transact } from '#db';
import { type EventName, eventExample } from '#events';
import { AppError } from '#lib/app-error.ts';
import { findDelivery } from './delivery-log-store.ts';
import { deliveryNotFound, endpointNotFound, requireActive } from './endpoint-rules.ts';
import { holdEndpoint } from './endpoint-store.ts';
import { insertSample } from './outbox-store.ts';
import { restartDelivery, restartMissed } from './repair-store.ts';
import type { Webhooks } from './webhooks.ts';

const BATCH = 2_000;

/** The same delivery once more, under its id, with a new schedule. */
export async function redeliver(webhooks: Webhooks, projectId: string, id: string): Promise<void> {
  const { database, clock } = webhooks.options;
  const delivery = await findDelivery(database, projectId, id);
  if (delivery === undefined) throw deliveryNotFound();
  await transact(database, async (tx) => {
    // Held, so that it cannot be disabled between the look and the restart.
    const endpoint = await holdEndpoint(tx, projectId, delivery.endpointId);
    if (endpoint === undefined) throw new AppError('conflict', 'The endpoint of this delivery was removed.');
    requireActive(endpoint);
    await restartDelivery(tx, id, clock.now());
    webhooks.wakeAfterCommit(tx, [endpoint.lane]);
  });
}

/** All that failed or was skipped since then, once more; answers how many. */
export async function recoverDeliveries(
  webhooks: Webhooks,
  projectId: string,
  endpointId: string,
  since: Date,
): Promise<number> {
  const { database, clock } = webhooks.options;
  let recovered = 0;
  for (const state of ['failed', 'skipped'] as const) {
    let after: string | undefined;
    do {
      // By id: what fails again meanwhile is not met a second time.
      const ids = await transact(database, async (tx) => {
        const endpoint = await holdEndpoint(tx, projectId, endpointId);
        if (endpoint === undefined) throw endpointNotFound();
        requireActive(endpoint);
        const missed = { lane: endpoint.lane, state, since, after, most: BATCH };
        const restarted = await restartMissed(tx, missed, clock.now());
        webhooks.wakeAfterCommit(tx, restarted.length > 0 ? [endpoint.lane] : []);
        return restarted;
      });
      recovered += ids.length;
      after = ids.length === BATCH ? ids.at(-1) : undefined;
    } while (after !== undefined);
  }
  return recovered;
}

/** A sample of an event, by the same path as any delivery; answers its id. */
export async function sendSample(
  webhooks: Webhooks,
  projectId: string,
  endpointId: string,
  name: EventName,
): Promise<string> {
  const { database, clock } = webhooks.options;
  const data = eventExample(name);
  return transact(database, async (tx) => {
    const endpoint = await holdEndpoint(tx, projectId, endpointId);
    if (endpoint === undefined) throw endpointNotFound();
    requireActive(endpoint);
    if (data === undefined)
      throw new AppError('validation_failed', `\`event\` ${name} does not happen yet and has no sample.`);
    const id = await insertSample(tx, endpoint.lane, { projectId, name, data, at: clock.now() });
    webhooks.wakeAfterCommit(tx, [endpoint.lane]);
    return id;
  });
}
