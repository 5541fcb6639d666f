import { sql } from 'kysely';
import type { Database } from '#db';
import type { Broadcast } from './broadcast.ts';
import { messagesOf } from './recipient-store.ts';

/** Why messages of a broadcast failed or were skipped, and how many for each. */
export async function countReasons(database: Database, broadcast: Broadcast): Promise<Record<string, number>> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select coalesce(m.reason, 'unknown') as reason, count(*) as count
    from ${messagesOf(broadcast, ['failed', 'skipped'])} m group by 1 order by 1`.execute(database);
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}
