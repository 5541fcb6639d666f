import { addSeconds } from '#lib/clock.ts';

/** Seconds to each retry, counted from the first attempt or from the end of the one before. */
type RetryPolicy = { countedFrom: 'first_attempt' | 'previous_attempt'; seconds: readonly number[] };

const RETRY_POLICIES = {
  day: { countedFrom: 'first_attempt', seconds: [30, 120, 600, 3600, 6 * 3600, 24 * 3600] },
  quick: { countedFrom: 'previous_attempt', seconds: [1, 2, 4] },
} as const satisfies Record<string, RetryPolicy>;

export type RetryPolicyName = keyof typeof RETRY_POLICIES;

/** Retries that are overdue, because no worker ran, are not used up all at once. Less than any gap of `day`. */
const SMALLEST_GAP_SECONDS = 10;

export type MadeAttempt = {
  /** Of the schedule; 1 is the first. */
  nth: number;
  firstStartedAt: Date;
  endedAt: Date;
};

/** When to try again after this attempt; undefined where it was the last. */
export function nextAttemptAt(policyName: RetryPolicyName, made: MadeAttempt): Date | undefined {
  const policy: RetryPolicy = RETRY_POLICIES[policyName];
  const seconds = policy.seconds[made.nth - 1];
  if (seconds === undefined) return undefined;
  if (policy.countedFrom === 'previous_attempt') return addSeconds(made.endedAt, seconds);
  const planned = addSeconds(made.firstStartedAt, seconds);
  const soonest = addSeconds(made.endedAt, SMALLEST_GAP_SECONDS);
  return planned > soonest ? planned : soonest;
}
