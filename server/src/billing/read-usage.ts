import { type Database, transact } from '#db';
import type { Clock } from '#lib/clock.ts';
import { daysOfMonth, monthOf } from './billing-month.ts';
import { settleCredits } from './change-credits.ts';
import { findAccount } from './credit-store.ts';
import { type Credits, creditsAt } from './credits.ts';
import { loginsIn } from './login-month-store.ts';
import { totalsByDay } from './usage-store.ts';

type Use = { login: number; message: number };

export type Usage = {
  /** Of the month. Null is no cap; of a month that has ended, also that nothing happened in it. */
  granted: number | null;
  used: number;
  /** As they are now, whatever the month. */
  credits: Credits;
  byKind: Use;
  byDay: (Use & { date: string })[];
  logins: number;
};

/** What a month (its first day) came to. Undefined where there is no such project. */
export async function readUsage(
  database: Database,
  clock: Clock,
  projectId: string,
  month: string,
): Promise<Usage | undefined> {
  const now = clock.now();
  const present = monthOf(now);
  const credits = await presentCredits(database, clock, projectId, { month: present, now });
  if (credits === undefined) return undefined;
  const [days, logins] = await Promise.all([
    totalsByDay(database, projectId, daysOfMonth(month, now)),
    loginsIn(database, projectId, month),
  ]);
  const sum = (of: 'login' | 'message' | 'granted') => days.reduce((total, day) => total + day[of], 0);
  const byKind = { login: sum('login'), message: sum('message') };
  return {
    granted: month === present ? credits.granted : sum('granted') || null,
    used: byKind.login + byKind.message,
    credits,
    byKind,
    byDay: days.map(({ date, login, message }) => ({ date, login, message })),
    logins,
  };
}

/** Brings the account up to date where nobody has this month, so that the ledger shows what the credits say. */
async function presentCredits(
  database: Database,
  clock: Clock,
  projectId: string,
  at: { month: string; now: Date },
): Promise<Credits | undefined> {
  const found = await findAccount(database, projectId);
  if (found === undefined) return undefined;
  const { account, grant } = found;
  if (account !== undefined && account.month >= at.month && account.granted === grant)
    return creditsAt(account, grant, at);
  await transact(database, (tx) => settleCredits(tx, clock, projectId));
  const settled = await findAccount(database, projectId);
  return settled && creditsAt(settled.account, settled.grant, at);
}
