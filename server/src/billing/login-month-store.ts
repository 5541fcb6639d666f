import { sql } from 'kysely';
import type { Database, Transaction } from '#db';

/** False, and nothing counted, where the month has reached the cap; null is no cap. */
export async function countLogin(
  tx: Transaction,
  projectId: string,
  month: string,
  cap: number | null,
): Promise<boolean> {
  if (cap !== null && cap < 1) return false;
  const result = await sql`/* prepared */
    insert into login_month as m (project_id, month, logins) values (${projectId}, ${month}::date, 1)
    on conflict (project_id, month) do update set logins = m.logins + 1
    where ${cap}::int is null or m.logins < ${cap}::int`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function loginsIn(database: Database | Transaction, projectId: string, month: string): Promise<number> {
  const { rows } = await sql<{ logins: number }>`
    select logins from login_month where project_id = ${projectId} and month = ${month}::date`.execute(database);
  return rows[0]?.logins ?? 0;
}
