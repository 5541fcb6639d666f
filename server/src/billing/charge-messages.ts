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
  const changes: Change[] = [];
  const known = new Map<string | null, Map<string, Change>>();
  for (const { projectId, jobId, count } of charges) {
    if (count === 0) continue;
    const ofJob = known.get(jobId) ?? new Map<string, Change>();
    known.set(jobId, ofJob);
    const change = ofJob.get(projectId) ?? { projectId, jobId, kind: 'message', cost: 0 };
    if (change.cost === 0) changes.push(change);
    ofJob.set(projectId, change);
    change.cost += count;
  }
  await changeCredits(tx, clock, changes);
}
