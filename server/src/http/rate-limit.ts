import type { Database } from '#db';
import { addSeconds, type Clock, secondsBetween } from '#lib/clock.ts';
import { takeFromWindows, type WindowState } from './rate-limit-store.ts';

const WINDOW_SECONDS = 60;
/** What a process may take ahead of demand: this share of what is left in the window, and never more than the second. */
const AHEAD_SHARE = 1 / 200;
const MOST_AHEAD = 200;

export type Permit = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** End of the window in Unix seconds. */
  resetsAt: number;
  /** Seconds until the window ends, at least 1. */
  retryAfter: number;
};

type Waiting = { limit: number; answer: (permit: Permit) => void; fail: (error: unknown) => void };

/** What this process knows of a window: `used` of the limit by all processes, of which `ahead` are its own to give. */
type Known = { limit: number; used: number; ahead: number; endsAt: Date };

/**
 * A fixed window of 60 seconds from a subject's first request, counted in the database, so that all processes
 * together never allow more than the limit. It is cheap because requests that arrive while a count is under way are
 * counted together by the next one, because a full window is remembered until its end, and because with a large limit
 * a process takes some permits ahead. With a limit of 300 that is at most one, so two processes allow 299 or 300.
 */
export class RateLimit {
  readonly #database: Database;
  readonly #clock: Clock;
  #waiting = new Map<string, Waiting[]>();
  #counting = false;
  readonly #known = new Map<string, Known>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  take(subject: string, limit: number): Promise<Permit> {
    const known = this.#known.get(subject);
    if (known !== undefined) {
      const now = this.#clock.now();
      if (known.limit !== limit || known.endsAt <= now) this.#known.delete(subject);
      else if (known.ahead > 0) {
        known.ahead -= 1;
        return Promise.resolve(permit(true, limit, known.used - known.ahead, known.endsAt, now));
      } else if (known.used >= limit) return Promise.resolve(permit(false, limit, limit, known.endsAt, now));
    }
    return new Promise((answer, fail) => {
      const waiting = this.#waiting.get(subject);
      if (waiting === undefined) this.#waiting.set(subject, [{ limit, answer, fail }]);
      else waiting.push({ limit, answer, fail });
      if (!this.#counting) void this.#countAll();
    });
  }

  async #countAll(): Promise<void> {
    this.#counting = true;
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      await this.#count(batch);
    }
    this.#counting = false;
  }

  async #count(batch: Map<string, Waiting[]>): Promise<void> {
    const demands = [...batch].map(([subject, waiting]) => ({
      subject,
      wanted: waiting.length + this.#ahead(subject),
      quota: waiting.at(-1)?.limit ?? 0,
    }));
    try {
      const windows = await takeFromWindows(this.#database, demands, this.#clock.now(), WINDOW_SECONDS);
      for (const window of windows) this.#tell(batch.get(window.subject) ?? [], window);
    } catch (error) {
      for (const { fail } of [...batch.values()].flat()) fail(error);
    }
  }

  #ahead(subject: string): number {
    const known = this.#known.get(subject);
    return known === undefined ? 0 : Math.min(MOST_AHEAD, Math.floor((known.limit - known.used) * AHEAD_SHARE));
  }

  #tell(waiting: Waiting[], window: WindowState): void {
    const now = this.#clock.now();
    const limit = waiting.at(-1)?.limit ?? 0;
    const endsAt = addSeconds(window.startedAt, WINDOW_SECONDS);
    // Permits that were taken ahead by the count before and not yet given are still this process' own.
    const known = this.#known.get(window.subject);
    const left = known !== undefined && known.endsAt.getTime() === endsAt.getTime() ? known.ahead : 0;
    const ahead = left + Math.max(0, window.granted - waiting.length);
    this.#known.set(window.subject, { limit, used: window.used, ahead, endsAt });
    const before = window.used - window.granted;
    waiting.forEach(({ answer }, index) => {
      const allowed = index < window.granted;
      answer(permit(allowed, limit, allowed ? before + index + 1 : window.used, endsAt, now));
    });
  }
}

function permit(allowed: boolean, limit: number, used: number, endsAt: Date, now: Date): Permit {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - used),
    resetsAt: Math.ceil(endsAt.getTime() / 1000),
    retryAfter: Math.max(1, Math.ceil(secondsBetween(now, endsAt))),
  };
}
