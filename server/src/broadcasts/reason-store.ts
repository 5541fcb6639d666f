import { sql } from 'kysely';
import type { Database } from '#db';

/** Why messages of a broadcast failed or were skipped, and how many for each. */
export async function countReasons(database: Database, jobId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select coalesce(reason, 'unknown') as reason, count(*) as count from message
    where job_id = ${jobId} and state in ('failed', 'skipped') group by 1 order by 1`.execute(database);
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}
