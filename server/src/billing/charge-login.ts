import type { Database, Transaction } from '#db';
import type { Clock } from '#lib/clock.ts';
import { effectiveLimits, type Project } from '#projects';
import { monthOf } from './billing-month.ts';
import { changeCredits } from './change-credits.ts';
import { countLogin, loginsIn } from './login-month-store.ts';

/**
 * One login: one credit in the ledger, unless the plan's monthly cap is reached. Counted by one guarded statement,
 * so that the cap is exact however many confirm at once. Credits that ran out never block a login.
 */
export async function chargeLogin(tx: Transaction, clock: Clock, project: Project): Promise<'charged' | 'cap_reached'> {
  const now = clock.now();
  const cap = effectiveLimits(project).logins_per_month;
  if (!(await countLogin(tx, project.id, monthOf(now), cap))) return 'cap_reached';
  await changeCredits(tx, { now: () => now }, [{ projectId: project.id, kind: 'login', cost: 1 }]);
  return 'charged';
}

export async function isLoginCapReached(
  database: Database | Transaction,
  clock: Clock,
  project: Pick<Project, 'id' | 'plan' | 'limits'>,
): Promise<boolean> {
  const cap = effectiveLimits(project).logins_per_month;
  return cap !== null && (await loginsIn(database, project.id, monthOf(clock.now()))) >= cap;
}
