import type { Transaction } from '#db';
import type { Clock } from '#lib/clock.ts';
import { changeCredits } from './change-credits.ts';

/** `count` messages that went out; `jobId` is the broadcast that they belong to. */
export type MessageCharge = { projectId: string; jobId: string | null; count: number };

/**
 * A credit a message: one row of the ledger per project and broadcast. Credits that ran out do not stop what is under
 * way. Before anything that locks subscribers in the same transaction: a login locks them after the credits.
 */
export async function chargeMessages(tx: Transaction, clock: Clock, charges: MessageCharge[]): Promise<void> {
  const counts = Map.groupBy(
    charges.filter(({ count }) => count > 0),
    ({ projectId, jobId }) => `${projectId} ${jobId}`,
  );
  const changes = [...counts.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : {
          ...{ projectId: first.projectId, jobId: first.jobId, kind: 'message' as const },
          cost: more.reduce((sum, { count }) => sum + count, first.count),
        },
  );
  await changeCredits(tx, clock, changes);
}
