import type { Project } from '#projects';

type Plan = Project['plan'];

/** Null is no limit. Open invitations count: each of them may be accepted at any moment. */
const MOST_MEMBERS: Record<Plan, number | null> = { free: 1, basic: null, unlimited: null };

export function mostMembers(plan: Plan): number | null {
  return MOST_MEMBERS[plan];
}
