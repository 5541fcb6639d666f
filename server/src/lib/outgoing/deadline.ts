import { type Failed, fail } from './failure.ts';

type Stage =
  | 'waiting for a free connection'
  | 'looking up the host name'
  | 'connecting'
  | 'in the TLS handshake'
  | 'waiting for the answer'
  | 'reading the answer';

/** One end for the whole exchange, whichever stage it has reached by then. */
export type Deadline = {
  readonly signal: AbortSignal;
  stage: Stage;
  /** Why the signal was aborted. */
  failure(): Failed;
  giveUp(): void;
  clear(): void;
};

export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isTimeout = false;
  const giveUp = () => controller.abort();
  const timer = setTimeout(() => {
    isTimeout = !controller.signal.aborted;
    giveUp();
  }, timeoutMs);
  if (outer?.aborted) giveUp();
  else outer?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    stage: 'waiting for a free connection',
    failure() {
      return isTimeout
        ? fail('timeout', `timed out after ${timeoutMs} ms, ${this.stage}`)
        : fail('aborted', 'given up before the answer was complete');
    },
    giveUp,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    },
  };
}

/** Undefined as soon as the signal is aborted; the work itself goes on unheard. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) {
    work.catch(() => {});
    return Promise.resolve(undefined);
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
