import type { Failure, Result } from '#messengers';
import type { BotTimings } from './bot-timings.ts';
import type { Condition } from './condition.ts';
import { pause, unlessAborted } from './pause.ts';

const LONGEST_RETRY_AFTER_MS = 300_000;

/** Calls a platform until it does what it is asked, with growing pauses; undefined once the signal comes. */
export async function insist<T>(
  call: () => Promise<Result<T>>,
  options: {
    condition: Condition;
    signal: AbortSignal;
    timings: Pick<BotTimings, 'firstBackoffMs' | 'longestBackoffMs'>;
  },
): Promise<{ value: T } | undefined> {
  const { condition, signal, timings } = options;
  for (let backoff = timings.firstBackoffMs; ; backoff = Math.min(backoff * 2, timings.longestBackoffMs)) {
    const result = await unlessAborted(attempt(call), signal);
    if (result === undefined || signal.aborted) return undefined;
    if (result.ok) return { value: result.value };
    await condition.failed(result.failure);
    await pause(Math.max(backoff, askedFor(result.failure)), signal);
  }
}

async function attempt<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call();
  } catch (error) {
    const detail = `The call broke: ${error instanceof Error ? error.name : 'unknown'}.`;
    return { ok: false, failure: { kind: 'unreachable', maybeDone: true, detail } };
  }
}

function askedFor(failure: Failure): number {
  const seconds = failure.kind === 'said_no' ? (failure.retryAfter ?? 0) : 0;
  return Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS);
}
