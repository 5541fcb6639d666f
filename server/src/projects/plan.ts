export const PLANS = ['free', 'basic', 'unlimited'] as const;
export type Plan = (typeof PLANS)[number];

/** What a project may do; the plan decides, and the operator can decide otherwise for one project. */
export type Limits = {
  requests_per_minute: number;
  auth_sessions_per_hour: number;
};

export const LIMIT_NAMES = ['requests_per_minute', 'auth_sessions_per_hour'] as const satisfies (keyof Limits)[];

const EVERY_PLAN: Limits = { requests_per_minute: 300, auth_sessions_per_hour: 5 };

const PLAN_LIMITS: Record<Plan, Limits> = { free: EVERY_PLAN, basic: EVERY_PLAN, unlimited: EVERY_PLAN };

export function effectiveLimits(plan: Plan, overrides: Partial<Limits>): Limits {
  return { ...PLAN_LIMITS[plan], ...overrides };
}
