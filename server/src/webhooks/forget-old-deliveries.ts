import type { Database } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import { findLanesToSkip, skipPending } from './repair-store.ts';
import { deleteDeliveriesBefore, deleteEventsBefore, deleteRemovedEndpoints } from './retention-store.ts';
import { deleteExpiredSecrets } from './secret-store.ts';

const KEEP_SECONDS = 30 * 24 * 3600;
const HOUR = 3600;

/** The log is kept for 30 days. One small batch of each kind; answers the size of the largest. */
export async function forgetOldDeliveries(database: Database, clock: Clock, most: number): Promise<number> {
  const now = clock.now();
  const end = addSeconds(now, -KEEP_SECONDS);
  const deliveries = await deleteDeliveriesBefore(database, end, most);
  const events = await deleteEventsBefore(database, end, most);
  const endpoints = await deleteRemovedEndpoints(database, addSeconds(now, -HOUR), most);
  const secrets = await deleteExpiredSecrets(database, now, most);
  return Math.max(deliveries, events, endpoints, secrets);
}

/** What became pending while its endpoint was being disabled or removed. Answers the size of the batch. */
export async function skipLeftOver(database: Database, clock: Clock, most: number): Promise<number> {
  let skipped = 0;
  for (const lane of await findLanesToSkip(database, most)) {
    skipped += await skipPending(database, lane, most - skipped, clock.now());
    if (skipped >= most) break;
  }
  return skipped;
}
