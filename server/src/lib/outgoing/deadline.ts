import { type Failed, fail } from './failure.ts';
import { type Followers, type Following, followersOf } from './follow-signal.ts';

type Stage =
  | 'waiting for a free connection'
  | 'looking up the host name'
  | 'connecting'
  | 'in the TLS handshake'
  | 'waiting for the answer'
  | 'reading the answer';

/**
 * One end for the whole exchange, whichever stage it has reached by then. A plain callback instead of an AbortSignal:
 * at thousands of requests per second its listeners cost more than all else here.
 */
export class Deadline {
  readonly #timeoutMs: number;
  readonly #followers: Followers | undefined;
  #following: Following | undefined;
  readonly #timer: NodeJS.Timeout;
  #ended: 'timeout' | 'aborted' | undefined;
  stage: Stage = 'waiting for a free connection';
  /** What the present stage does at the end; stages follow one another, so there is one at a time. */
  onEnd: (() => void) | undefined;

  constructor(timeoutMs: number, outer?: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#timer = setTimeout(endByTimeout, timeoutMs, this);
    this.#followers = outer && followersOf(outer);
    if (outer?.aborted) this.giveUp();
    else this.#following = this.#followers?.enter(this);
  }

  /** The request had begun to be written: the other side may have seen it. */
  get hasLeft(): boolean {
    return this.stage === 'waiting for the answer' || this.stage === 'reading the answer';
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  /** Why it is over. */
  failure(): Failed {
    return this.#ended === 'timeout'
      ? fail('timeout', `timed out after ${this.#timeoutMs} ms, ${this.stage}`)
      : fail('aborted', 'given up before the answer was complete');
  }

  giveUp(): void {
    this.end('aborted');
  }

  end(why: 'timeout' | 'aborted'): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.onEnd?.();
  }

  clear(): void {
    clearTimeout(this.#timer);
    if (this.#following !== undefined) this.#followers?.leave(this.#following);
    this.#following = undefined;
  }
}

const endByTimeout = (deadline: Deadline) => deadline.end('timeout');

/** Undefined as soon as the time is over; the work itself goes on unheard. */
export function untilOver<T>(work: Promise<T>, deadline: Deadline): Promise<T | undefined> {
  if (deadline.isOver) {
    work.catch(() => {});
    return Promise.resolve(undefined);
  }
  return new Promise((resolve, reject) => {
    deadline.onEnd = () => resolve(undefined);
    // Before anybody hears of it: the next stage sets its own.
    const settle =
      <V>(tell: (value: V) => void) =>
      (value: V) => {
        deadline.onEnd = undefined;
        tell(value);
      };
    work.then(settle(resolve), settle(reject));
  });
}
