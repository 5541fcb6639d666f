import { queryOptions } from '@tanstack/react-query';
import type { Plan } from '#api/me.ts';
import type { CurrentProject } from '#shell/project-context.tsx';

export type LedgerEntry = {
  id: string;
  kind: 'monthly_credits' | 'month_end' | 'plan_change' | 'credit_pack' | 'login' | 'message';
  amount: number;
  job_id: string | null;
  created_at: string;
};

export type Usage = {
  plan: Plan;
  /** As `2026-11`, by UTC. */
  month: string;
  credits: {
    granted: number | null;
    used: number;
    packs: number;
    balance: number | null;
    exhausted_at: string | null;
    grace_until: string | null;
    blocked: boolean;
  };
  by_kind: { login: number; message: number };
  by_day: { date: string; login: number; message: number }[];
  logins: { used: number; cap: number | null };
  ledger: LedgerEntry[];
  next_cursor: string | null;
};

/** This month, without more of the ledger than its top. */
export const usageQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'usage', 'now'],
    queryFn: ({ signal }) => api.get<Usage>('/v1/usage', { limit: 10 }, signal),
    staleTime: 15_000,
  });
