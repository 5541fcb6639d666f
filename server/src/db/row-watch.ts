import type { Notifications } from './notifications.ts';

/** How often those who wait look for themselves, in case a notification was lost; one question for all of them. */
const LOOK_EVERY_MS = 1_000;

export type RowWatchOptions = {
  notifications: Notifications;
  /** Where changes are told of; the payload is the id of what changed, or several with spaces between. */
  channel: string;
  /** Which of these have come to what is waited for. */
  decidedAmong: (ids: string[]) => Promise<string[]>;
};

/** Lets many wait for decisions at the cost of one connection: woken by the database, right without it. */
export class RowWatch {
  readonly #decidedAmong: RowWatchOptions['decidedAmong'];
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  stopped = false;

  constructor({ notifications, channel, decidedAmong }: RowWatchOptions) {
    this.#decidedAmong = decidedAmong;
    this.#stopListening = notifications.listen(channel, (ids) => {
      if (ids === undefined) void this.#look();
      else for (const id of ids.split(' ')) this.#wake(id);
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Resolves when the row may have changed, after the given time, or when the process stops. `already` looks once
   * more after the waiting has begun: a change just before would be told to nobody.
   */
  async changed(id: string, withinMs: number, signal?: AbortSignal, already?: () => Promise<boolean>): Promise<void> {
    if (this.stopped || withinMs <= 0 || signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(resolve));
    const timer = setTimeout(resolve, withinMs);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    try {
      if (!(await already?.())) await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(resolve);
      if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
    }
  }

  stop(): void {
    this.stopped = true;
    this.#stopListening();
    clearInterval(this.#timer);
    for (const id of this.#waiting.keys()) this.#wake(id);
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) return;
    // The database away for a moment: the next look, or each one's own time, will do.
    const decided = await this.#decidedAmong([...this.#waiting.keys()]).catch(() => []);
    for (const id of decided) this.#wake(id);
  }

  #wake(id: string): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve();
  }
}
