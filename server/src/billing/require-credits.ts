import type { Database, Transaction } from '#db';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { timestamp } from '#lib/timestamp.ts';
import { boundsOfMonth, monthOf } from './billing-month.ts';
import { findAccount } from './credit-store.ts';
import { creditsAt } from './credits.ts';

/** Before a paid operation: refuses with 402 where credits ran out and the grace period is over. Reads, locks nothing. */
export async function requireCredits(
  database: Database | Transaction,
  clock: Clock,
  project: string | { id: string },
): Promise<void> {
  const found = await findAccount(database, typeof project === 'string' ? project : project.id);
  if (found === undefined) return;
  const now = clock.now();
  const month = monthOf(now);
  const { blocked, exhaustedAt } = creditsAt(found.account, found.grant, { month, now });
  if (!blocked || exhaustedAt === null) return;
  throw new AppError(
    'billing_blocked',
    `Credits ran out at ${timestamp(exhaustedAt)} and the 3 days of grace are over. Buy a credit pack, choose a higher plan, ` +
      `or wait for the new month, which begins at ${timestamp(boundsOfMonth(month).until)}.`,
  );
}
