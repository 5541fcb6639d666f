import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import { skipPending } from './repair-store.ts';

const BATCH = 2_000;

/** All that an endpoint, now disabled or removed, will not get; in batches, each a transaction of its own. */
export async function skipPendingDeliveries(database: Database, clock: Clock, lane: number): Promise<void> {
  while ((await skipPending(database, lane, BATCH, clock.now())) === BATCH);
}
