import type { Transaction } from '#db';
import type { Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import { monthOf } from './billing-month.ts';
import { applyEntries, bringForward, openAccounts } from './credit-store.ts';

export type CreditChange = { projectId: string; jobId?: string | null } & (
  | { kind: 'credit_pack'; credits: number }
  | { kind: 'login' | 'message'; cost: number }
);

/** Opened, brought to this month, written: once each, and once more where others came between. */
const MOST_TURNS = 10;

/**
 * The one way in which credits change: rows of the ledger and the accounts that they belong to, together. Whoever is
 * the first in a month, or after a change of the plan, brings the account up to date; then it is one statement.
 */
export async function changeCredits(tx: Transaction, clock: Clock, changes: CreditChange[]): Promise<void> {
  await settleThen(tx, clock, [...new Set(changes.map(({ projectId }) => projectId))], changes);
}

/** Brings the account of a project up to date and changes nothing else. */
export async function settleCredits(tx: Transaction, clock: Clock, projectId: string): Promise<void> {
  await settleThen(tx, clock, [projectId], []);
}

async function settleThen(tx: Transaction, clock: Clock, projectIds: string[], changes: CreditChange[]): Promise<void> {
  if (projectIds.length === 0) return;
  const now = clock.now();
  const at = { month: monthOf(now), now };
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    // Ids are in order of time: those of a month's beginning come before what it is charged with.
    const entries = changes.map((change) => ({
      id: uuidv7(now),
      projectId: change.projectId,
      kind: change.kind,
      amount: change.kind === 'credit_pack' ? change.credits : -change.cost,
      jobId: change.jobId ?? null,
    }));
    const outcome = await applyEntries(tx, projectIds, entries, at);
    if (outcome === 'applied') return;
    if (outcome === 'account_missing') await openAccounts(tx, projectIds);
    else await bringForward(tx, projectIds.map(forwardIds(now)), at);
  }
  throw new Error('The credits of a project could not be brought up to date. Is there such a project?');
}

function forwardIds(now: Date) {
  return (projectId: string) => ({
    projectId,
    monthEnd: uuidv7(now),
    monthlyCredits: uuidv7(now),
    planChange: uuidv7(now),
  });
}
