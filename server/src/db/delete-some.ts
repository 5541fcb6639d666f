import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Housekeeping in small steps: removes at most so many rows that meet the condition and answers how many. Rows that
 * somebody holds are passed over, so several processes may do it at once.
 */
export async function deleteSome(
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${most} for update skip locked))`.execute(database);
  return Number(result.numAffectedRows ?? 0n);
}
