export const PLANS = ['free', 'basic', 'unlimited'] as const;
export type Plan = (typeof PLANS)[number];

/** What a project may do; the plan decides, and the operator can decide otherwise for one project. */
export type Limits = {
  requests_per_minute: number;
  auth_sessions_per_hour: number;
  /** Per address of the person who logs in. */
  auth_sessions_per_address: number;
  page_sessions_per_address: number;
  /** Null is no cap. */
  logins_per_month: number | null;
  /** Null is no cap. */
  credits_per_month: number | null;
};

export const LIMIT_NAMES = [
  'requests_per_minute',
  'auth_sessions_per_hour',
  'auth_sessions_per_address',
  'page_sessions_per_address',
  'logins_per_month',
  'credits_per_month',
] as const satisfies (keyof Limits)[];

const EVERY_PLAN = {
  requests_per_minute: 300,
  auth_sessions_per_hour: 5,
  auth_sessions_per_address: 60,
  page_sessions_per_address: 20,
};

const PLAN_LIMITS: Record<Plan, Limits> = {
  free: { ...EVERY_PLAN, logins_per_month: 100, credits_per_month: 1_000 },
  basic: { ...EVERY_PLAN, logins_per_month: 700, credits_per_month: 10_000 },
  unlimited: { ...EVERY_PLAN, logins_per_month: null, credits_per_month: null },
};

const PLAN_EXPORTS: Record<Plan, boolean> = { free: false, basic: true, unlimited: true };

export function effectiveLimits({ plan, limits }: { plan: Plan; limits: Partial<Limits> }): Limits {
  return { ...PLAN_LIMITS[plan], ...limits };
}

/** Whether its subscribers may be taken out as a file. */
export function mayExport({ plan }: { plan: Plan }): boolean {
  return PLAN_EXPORTS[plan];
}
