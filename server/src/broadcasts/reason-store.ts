import { sql } from 'kysely';
import type { Database } from '#db';
import type { Broadcast } from './broadcast.ts';
import { isMessageOf } from './recipient-store.ts';

/** Why messages of a broadcast failed or were skipped, and how many for each. */
export async function countReasons(database: Database, broadcast: Broadcast): Promise<Record<string, number>> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select coalesce(m.reason, 'unknown') as reason, count(*) as count from message m
    where ${isMessageOf(broadcast)} and m.state in ('failed', 'skipped') group by 1 order by 1`.execute(database);
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}
