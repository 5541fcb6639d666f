/** What a messenger holds for a bot until the bot has confirmed it. */
export type QueuedUpdate = {
  readonly id: number;
  readonly type: string;
  /** Milliseconds; updates are kept for 24 hours. */
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
};

const keptFor = 24 * 60 * 60 * 1000;

export class UpdateQueue {
  readonly #now: () => number;
  readonly #waiters = new Set<() => void>();
  readonly #resting = new Set<() => void>();
  #pending: QueuedUpdate[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(update: QueuedUpdate): void {
    this.#pending.push(update);
    for (const wake of [...this.#waiters]) wake();
  }

  restore(updates: readonly QueuedUpdate[]): void {
    this.#pending = [...updates];
  }

  /** Wakes everyone who waits, without news: the bot changed how it receives, or the sandbox stops. */
  wakeAll(): void {
    for (const wake of [...this.#waiters, ...this.#resting]) wake();
  }

  get pending(): readonly QueuedUpdate[] {
    const oldest = this.#now() - keptFor;
    const first = this.#pending[0];
    if (first && first.at < oldest) this.#pending = this.#pending.filter((update) => update.at >= oldest);
    return this.#pending;
  }

  confirmBelow(id: number): void {
    const first = this.#pending[0];
    if (first && first.id < id) this.#pending = this.#pending.filter((update) => update.id >= id);
  }

  remove(update: QueuedUpdate): void {
    this.#pending = this.#pending.filter((other) => other !== update);
  }

  clear(): void {
    this.#pending = [];
  }

  /** Resolves on the next update, on `wakeAll`, after the time given, or when the signal says that nobody listens. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return waitIn(this.#waiters, milliseconds, signal);
  }

  /** The same, but news does not end it: for the pause after a failed attempt. */
  rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    return waitIn(this.#resting, milliseconds, signal);
  }
}

function waitIn(waiters: Set<() => void>, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      waiters.delete(finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    waiters.add(finish);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
