import type { Transaction } from '#db';
import type { Clock } from '#lib/clock.ts';
import { changeCredits } from './change-credits.ts';

/** `count` messages that went out; `jobId` is the broadcast that they belong to. */
export type MessageCharge = { projectId: string; jobId: string | null; count: number };

type Change = { projectId: string; jobId: string | null; kind: 'message'; cost: number };

/**
 * A credit a message: one row of the ledger per project and broadcast. Credits that ran out do not stop what is under
 * way. Before anything that locks subscribers in the same transaction: a login locks them after the credits.
 */
export async function chargeMessages(tx: Transaction, clock: Clock, charges: MessageCharge[]): Promise<void> {
  const changes = new Map<string, Change>();
  for (const { projectId, jobId, count } of charges) {
    if (count === 0) continue;
    // A broadcast is of one project.
    const key = jobId ?? projectId;
    const change = changes.get(key) ?? { projectId, jobId, kind: 'message', cost: 0 };
    change.cost += count;
    changes.set(key, change);
  }
  await changeCredits(tx, clock, [...changes.values()]);
}
