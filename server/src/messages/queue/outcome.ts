import { addSeconds } from '#lib/clock.ts';
import type { Failure, Reason } from '#messengers';
import type { SkipReason } from './message.ts';

/** What one attempt at sending came to. */
export type Outcome = FinalOutcome | Postponed;

export type FinalOutcome =
  | { state: 'sent'; platformMessageId: string | null }
  | { state: 'failed'; reason: Reason; error: string }
  | { state: 'skipped'; reason: SkipReason };

/** To be tried again. */
export type Postponed = {
  state: 'queued';
  nextAttemptAt: Date;
  error: string /** Whether the attempt is used up. */;
  counts: boolean;
};

/** Seconds before the second attempt, the third, …: not quite two minutes in all. */
const RETRY_AFTER_SECONDS = [1, 2, 5, 15, 30, 60];
/** Where a platform says "too many" and not for how long. */
const DEFAULT_PAUSE_SECONDS = 5;
/** Longer than this a message does not wait: who asked for it can decide better what to do. */
const LONGEST_WAIT_SECONDS = 600;
const LONGEST_ERROR = 500;

export type Attempt = { kind: 'send' | 'edit' /** 1 for the first. */; n: number; now: Date };

export function outcomeOfFailure(failure: Failure, attempt: Attempt): Outcome {
  const error = printable(failure.detail);
  if (failure.kind === 'unreachable') {
    // It may have arrived, and a messenger has no means against sending it twice.
    if (failure.maybeDone && attempt.kind === 'send') return { state: 'failed', reason: 'platform_unavailable', error };
    return retry(attempt, 'platform_unavailable', error);
  }
  if (failure.reason === 'rate_limited') {
    if ((failure.retryAfter ?? 0) > LONGEST_WAIT_SECONDS) return { state: 'failed', reason: 'rate_limited', error };
    return { state: 'queued', nextAttemptAt: pauseEnd(failure, attempt.now), error, counts: false };
  }
  if (failure.reason === 'platform_unavailable') return retry(attempt, 'platform_unavailable', error);
  return { state: 'failed', reason: failure.reason, error };
}

/** The whole bot waits when the platform says "too many", not the one message only. */
export function botPausedUntil(failure: Failure, now: Date): Date | undefined {
  return failure.kind === 'said_no' && failure.reason === 'rate_limited' ? pauseEnd(failure, now) : undefined;
}

/** Nothing has been sent: again later, and after the last time `failed`. */
export function retry({ n, now }: Attempt, lastReason: Reason, error: string): Outcome {
  const seconds = RETRY_AFTER_SECONDS[n - 1];
  if (seconds === undefined) return { state: 'failed', reason: lastReason, error };
  return { state: 'queued', nextAttemptAt: addSeconds(now, seconds), error, counts: true };
}

function pauseEnd(failure: { retryAfter?: number }, now: Date): Date {
  return addSeconds(now, Math.max(1, failure.retryAfter ?? DEFAULT_PAUSE_SECONDS));
}

/** As PostgreSQL can store it. */
function printable(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST_ERROR).toWellFormed();
}
