import { isDatabaseAway } from '#db';

const MOST_AT_ONCE = 1_000;
/** So few are stored at once: that is an idle system. */
const FEW = 50;
/** More than a few wait until there are so many: each batch costs the same beside what each outcome costs… */
const WORTHWHILE = 800;
/** …but no longer than this. */
const LONGEST_WAIT_MS = 25;
/** Batches stored at once; a further one only if it is full: many small batches cost more than a few large ones. */
const CONNECTIONS = 2;

export type FinishQueueOptions<Entry> = {
  finish: (batch: Entry[]) => Promise<void>;
  onFinished: (batch: Entry[]) => void;
  onError: (error: unknown, entries: number) => void;
};

/**
 * Stores outcomes in batches: while one is being stored the next collects, so batches grow with the load, and an idle
 * system waits for nothing. A batch that fails is halved until the entry at fault stands alone; that one, and
 * everything while the database is away, is kept and tried again.
 */
export class FinishQueue<Entry> {
  readonly #options: FinishQueueOptions<Entry>;
  #waiting: Entry[] = [];
  #halves: Entry[][] = [];
  #kept: Entry[] = [];
  #active = 0;
  #idleWaiters: (() => void)[] = [];
  #soon: NodeJS.Timeout | undefined;
  #hasWaited = false;

  constructor(options: FinishQueueOptions<Entry>) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length + this.#kept.length;
  }

  get isStoring(): boolean {
    return this.#active > 0;
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
    this.#send();
  }

  retryKept(): void {
    this.#halves.push(...(this.#kept.length > 0 ? [this.#kept.splice(0)] : []));
    this.#send();
  }

  /** Nothing is being stored; what is kept for a later try does not count. */
  async idle(): Promise<void> {
    this.#sendNow();
    if (this.#active > 0) await new Promise<void>((tell) => this.#idleWaiters.push(tell));
  }

  #send(): void {
    while (this.#active < CONNECTIONS) {
      const batch = this.#halves.shift() ?? this.#takeWaiting();
      if (batch.length === 0) break;
      this.#active += 1;
      void this.#store(batch);
    }
    if (this.#active === 0) for (const tell of this.#idleWaiters.splice(0)) tell();
  }

  #sendNow(): void {
    this.#hasWaited = true;
    this.#send();
    this.#hasWaited = false;
  }

  #takeWaiting(): Entry[] {
    const isWorthwhile = this.#active === 0 ? !this.#waitsForMore() : this.#waiting.length >= MOST_AT_ONCE;
    if (!isWorthwhile) return [];
    clearTimeout(this.#soon);
    this.#soon = undefined;
    return this.#waiting.splice(0, MOST_AT_ONCE);
  }

  #waitsForMore(): boolean {
    const { length } = this.#waiting;
    if (length <= FEW || length >= WORTHWHILE || this.#hasWaited || this.#idleWaiters.length > 0) return false;
    this.#soon ??= setTimeout(() => this.#sendNow(), LONGEST_WAIT_MS);
    return true;
  }

  async #store(batch: Entry[]): Promise<void> {
    try {
      await this.#options.finish(batch);
      this.#options.onFinished(batch);
    } catch (error) {
      if (batch.length > 1 && !isDatabaseAway(error)) {
        const middle = Math.ceil(batch.length / 2);
        this.#halves.push(batch.slice(0, middle), batch.slice(middle));
      } else {
        this.#options.onError(error, batch.length);
        this.#kept.push(...batch);
      }
    }
    this.#active -= 1;
    this.#send();
  }
}
