import type { Transaction } from '#db';
import type { Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import { insertLedgerEntry } from './ledger-store.ts';

/** A credit pack: one row in the ledger. */
export function addCredits(clock: Clock) {
  return async (tx: Transaction, projectId: string, credits: number): Promise<void> => {
    const createdAt = clock.now();
    await insertLedgerEntry(tx, { id: uuidv7(createdAt), projectId, kind: 'credit_pack', amount: credits, createdAt });
  };
}
