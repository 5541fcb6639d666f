import { sql } from 'kysely';
import type { Transaction } from '#db';

export type LedgerEntry = {
  id: string;
  projectId: string;
  kind: 'credit_pack' | 'login';
  amount: number;
  createdAt: Date;
};

export async function insertLedgerEntry(tx: Transaction, entry: LedgerEntry): Promise<void> {
  await sql`
    insert into ledger_entry (id, project_id, kind, amount, created_at)
    values (${entry.id}, ${entry.projectId}, ${entry.kind}, ${entry.amount}, ${entry.createdAt})`.execute(tx);
}
