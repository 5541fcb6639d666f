import type { Attempt } from './delivery.ts';
import { type MadeAttempt, nextAttemptAt, type RetryPolicyName } from './retry-schedule.ts';

/** What one attempt comes to; `interrupted` and `skipped` leave none in the log. */
export type Outcome =
  | { state: 'delivered' | 'failed'; attempt: Attempt }
  | { state: 'pending'; nextAttemptAt: Date; attempt: Attempt }
  /** The endpoint is disabled or removed. */
  | { state: 'skipped' }
  /** The process stops: whoever owns the lane next begins the same attempt again. */
  | { state: 'interrupted' };

/** Only a 2xx is success, and a 4xx is final: the endpoint has understood and does not want it. */
export function outcomeOf(attempt: Attempt, policy: RetryPolicyName, made: MadeAttempt): Outcome {
  if (attempt.error === null) return { state: 'delivered', attempt };
  const { statusCode } = attempt;
  const isFinal = statusCode !== null && statusCode >= 400 && statusCode < 500;
  const next = isFinal ? undefined : nextAttemptAt(policy, made);
  return next === undefined ? { state: 'failed', attempt } : { state: 'pending', nextAttemptAt: next, attempt };
}
