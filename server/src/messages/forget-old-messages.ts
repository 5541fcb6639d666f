import type { Database } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import { deleteMessagesBefore } from './message-log-store.ts';

const KEEP_SECONDS = 30 * 24 * 3600;

/** Messages are kept for 30 days, those that are still on their way for longer. Answers the size of the batch. */
export function forgetOldMessages(database: Database, clock: Clock, most: number): Promise<number> {
  return deleteMessagesBefore(database, addSeconds(clock.now(), -KEEP_SECONDS), most);
}
