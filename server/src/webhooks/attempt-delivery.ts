import type { Attempted } from '#lanes';
import type { Clock } from '#lib/clock.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import { answerText } from './answer-text.ts';
import type { Attempt } from './delivery.ts';
import type { Target } from './endpoint-targets.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { RetryPolicyName } from './retry-schedule.ts';
import type { DueDelivery } from './sending-store.ts';
import { signature } from './signature.ts';

/** The whole exchange: resolving, connecting, sending, and the answer to its end. */
export const ATTEMPT_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;

export type DeliveryJob = DueDelivery & { target: Target };

export type AttemptOptions = {
  outgoing: Pick<Outgoing, 'request'>;
  clock: Clock;
  retryPolicy: RetryPolicyName;
  headerPrefix: string;
  userAgent: string;
};

/** One attempt at one delivery, with a signature and time of its own. */
export async function attemptDelivery(
  job: DeliveryJob,
  signal: AbortSignal,
  options: AttemptOptions,
): Promise<Attempted<Outcome>> {
  const { outgoing, clock } = options;
  if (!job.target.active) return { outcome: { state: 'skipped' } };
  const startedAt = clock.now();
  const body = Buffer.from(job.body);
  const headers = requestHeaders(job, startedAt, body, options);
  const result = await outgoing.request({
    url: job.target.url,
    method: 'POST',
    headers,
    body,
    timeoutMs: ATTEMPT_MS,
    maxBytes: ANSWER_BYTES,
    signal,
    // A kept connection may turn out closed; receivers tell repetitions by the delivery id.
    repeatable: true,
  });
  if (result.outcome === 'failed' && signal.aborted) return { outcome: { state: 'interrupted' } };
  const attempt: Attempt = {
    startedAt,
    durationMs: Math.round(result.durationMs),
    requestHeaders: headers,
    ...(result.outcome === 'answered'
      ? { ...judgeStatus(result.status), responseBody: answerText(result.body) }
      : { statusCode: null, error: result.error, errorDetail: result.detail, responseBody: null }),
  };
  return { outcome: conclude(job, attempt, options), timedOut: attempt.error === 'timeout' };
}

/** An attempt that threw, against all expectation, is one that failed. */
export function outcomeOfThrown(job: DeliveryJob, options: AttemptOptions): Outcome {
  const attempt: Attempt = {
    startedAt: options.clock.now(),
    durationMs: 0,
    statusCode: null,
    error: 'internal_error',
    errorDetail: 'Bellhop itself failed at this attempt; its log says how',
    requestHeaders: {},
    responseBody: null,
  };
  return conclude(job, attempt, options);
}

function conclude(job: DeliveryJob, attempt: Attempt, { clock, retryPolicy }: AttemptOptions): Outcome {
  return outcomeOf(attempt, retryPolicy, {
    nth: job.n - job.restartedAfter,
    firstStartedAt: job.firstAttemptAt ?? attempt.startedAt,
    endedAt: clock.now(),
  });
}

function requestHeaders(
  job: DeliveryJob,
  at: Date,
  body: Buffer,
  { headerPrefix, userAgent }: AttemptOptions,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const secrets = job.target.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    [`${headerPrefix}-Event`]: job.event,
    [`${headerPrefix}-Timestamp`]: String(seconds),
    [`${headerPrefix}-Delivery-Id`]: job.id,
    [`${headerPrefix}-Signature`]: signature(
      secrets.map(({ text }) => text),
      seconds,
      body,
    ),
  };
}

function judgeStatus(statusCode: number): Pick<Attempt, 'statusCode' | 'error' | 'errorDetail'> {
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null, errorDetail: null };
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const errorDetail = `the endpoint answered ${statusCode}${isRedirect ? '; redirects are not followed' : ''}`;
  return { statusCode, error: 'http_error', errorDetail };
}
