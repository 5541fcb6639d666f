import type { Database } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import { deleteExpiredSessions } from './browser-session-store.ts';
import { deleteLinksBefore } from './one-time-link-store.ts';

/** A link that has ended is kept a while, so that whoever opens it learns why it does not work. */
const LINK_KEPT_SECONDS = 7 * 24 * 3600;

export async function forgetOldSignIns(database: Database, clock: Clock, most: number): Promise<number> {
  const now = clock.now();
  const sessions = await deleteExpiredSessions(database, now, most);
  const links = await deleteLinksBefore(database, addSeconds(now, -LINK_KEPT_SECONDS), most);
  return Math.max(sessions, links);
}
