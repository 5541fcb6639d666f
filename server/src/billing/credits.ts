import { addSeconds } from '#lib/clock.ts';

/**
 * Every change of credits is one of these, and a row of the ledger:
 * what a month begins with, what its end takes (or forgives), what another plan in mid-month adds or takes, packs, use.
 */
export const LEDGER_KINDS = ['monthly_credits', 'month_end', 'plan_change', 'credit_pack', 'login', 'message'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** How long paid operations go on without credits. */
const GRACE_SECONDS = 3 * 24 * 3600;

/** As it was last brought forward: perhaps in a month that has ended, perhaps on another plan. */
export type CreditAccount = {
  /** The first day of the month that the monthly credits are of. */
  month: string;
  /** What that month began with; null is no cap. */
  granted: number | null;
  /** What is left of it, below zero where more was used than there was. */
  monthly: number;
  packs: number;
  exhaustedAt: Date | null;
};

export type Credits = {
  granted: number | null;
  monthly: number;
  packs: number;
  balance: number;
  exhaustedAt: Date | null;
  graceUntil: Date | null;
  blocked: boolean;
};

/** What an account comes to now that the month is `month` and the plan gives `granted`. */
export function creditsAt(
  account: CreditAccount | undefined,
  granted: number | null,
  { month, now }: { month: string; now: Date },
): Credits {
  const ofThisMonth = account !== undefined && account.month >= month;
  const monthly = (granted ?? 0) + (ofThisMonth ? account.monthly - (account.granted ?? 0) : 0);
  const packs = account?.packs ?? 0;
  const balance = monthly + packs;
  const exhaustedAt = granted === null || balance > 0 ? null : (ofThisMonth && account.exhaustedAt) || now;
  const graceUntil = exhaustedAt && addSeconds(exhaustedAt, GRACE_SECONDS);
  return {
    granted,
    monthly,
    packs,
    balance,
    exhaustedAt,
    graceUntil,
    blocked: graceUntil !== null && now > graceUntil,
  };
}
