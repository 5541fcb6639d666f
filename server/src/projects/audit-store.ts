import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { uuidv7 } from '#lib/ids.ts';

/** `actor` is who did it: `key:<id>`, `operator`, `account:<id>`, `person:<subscriber>`. Never a secret in `detail`. */
export type AuditEntry = {
  projectId: string;
  actor: string;
  action: string;
  detail?: Record<string, unknown>;
  at: Date;
};

export async function recordAudit(database: Database | Transaction, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_entry (id, project_id, actor, action, detail, created_at)
    values (${uuidv7(entry.at)}, ${entry.projectId}, ${entry.actor}, ${entry.action}, ${JSON.stringify(entry.detail ?? {})}, ${entry.at})`.execute(
    database,
  );
}
