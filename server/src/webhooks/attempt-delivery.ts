import type { Attempted } from '#lanes';
import type { Clock } from '#lib/clock.ts';
import type { Outgoing, RequestHeaders } from '#lib/outgoing/index.ts';
import { answerText } from './answer-text.ts';
import type { Attempt } from './delivery.ts';
import type { Target } from './endpoint-targets.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { RetryPolicyName } from './retry-schedule.ts';
import type { DueDelivery } from './sending-store.ts';
import { signature } from './signature.ts';
import type { MeasureAttempt } from './webhook-metrics.ts';

/** The whole exchange: resolving, connecting, sending, and the answer to its end. */
export const ATTEMPT_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;

export type DeliveryJob = DueDelivery & { target: Target };

export type AttemptOptions = {
  outgoing: Pick<Outgoing, 'request'>;
  clock: Clock;
  retryPolicy: RetryPolicyName;
  requestHeaders: (job: DeliveryJob, signature: string) => RequestHeaders;
  measure: MeasureAttempt;
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
  let signed: string | null = null;
  const result = await outgoing.request({
    url: job.target.url,
    method: 'POST',
    // Signed at the last moment: a crowd that waits for connections would be signed long before the first is sent.
    headers() {
      signed = sign(job, clock.now());
      return options.requestHeaders(job, signed);
    },
    body: job.body,
    timeoutMs: ATTEMPT_MS,
    maxBytes: ANSWER_BYTES,
    signal,
    // A kept connection may turn out closed; receivers tell repetitions by the delivery id.
    repeatable: true,
  });
  if (result.outcome === 'failed' && signal.aborted) return { outcome: { state: 'interrupted' } };
  const isAnswered = result.outcome === 'answered';
  const attempt: Attempt = {
    startedAt,
    durationMs: result.durationMs,
    statusCode: isAnswered ? result.status : null,
    error: isAnswered ? (isSuccess(result.status) ? null : 'http_error') : result.error,
    errorDetail: isAnswered ? refusalOf(result.status) : result.detail,
    signature: signed,
    responseBody: isAnswered ? answerText(result.body) : null,
  };
  const outcome = conclude(job, attempt, options);
  options.measure(job, attempt);
  return { outcome, timedOut: attempt.error === 'timeout' };
}

/** An attempt that threw, against all expectation, is one that failed. */
export function outcomeOfThrown(job: DeliveryJob, options: AttemptOptions): Outcome {
  const attempt: Attempt = {
    startedAt: options.clock.now(),
    durationMs: 0,
    statusCode: null,
    error: 'internal_error',
    errorDetail: 'Bellhop itself failed at this attempt; its log says how',
    signature: null,
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

function sign({ target, body }: DeliveryJob, at: Date): string {
  const secrets = target.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
  const keys = secrets.map(({ key }) => key);
  return signature(keys, Math.floor(at.getTime() / 1000), body);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function refusalOf(status: number): string | null {
  if (isSuccess(status)) return null;
  const isRedirect = status >= 300 && status < 400;
  return `the endpoint answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
