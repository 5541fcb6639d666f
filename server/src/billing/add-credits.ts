import type { Transaction } from '#db';
import type { Clock } from '#lib/clock.ts';
import { changeCredits } from './change-credits.ts';

/** A credit pack: it pays what is overdrawn, and what is left of it outlasts the month. */
export function addCredits(clock: Clock) {
  return (tx: Transaction, projectId: string, credits: number): Promise<void> =>
    changeCredits(tx, clock, [{ projectId, kind: 'credit_pack', credits }]);
}
