import type { Database } from '#db';
import { addSeconds, type Clock, secondsBetween } from '#lib/clock.ts';
import { takeFromWindows, type WindowState } from './rate-limit-store.ts';

const WINDOW_SECONDS = 60;

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

/**
 * A fixed window of 60 seconds from a subject's first request, exact across all processes: every
 * request is counted in the database. It stays cheap because requests that arrive while a count is
 * under way are counted together by the next one, and a full window is remembered until its end.
 */
export class RateLimit {
  readonly #database: Database;
  readonly #clock: Clock;
  #waiting = new Map<string, Waiting[]>();
  #counting = false;
  readonly #full = new Map<string, { limit: number; endsAt: Date }>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  take(subject: string, limit: number): Promise<Permit> {
    const full = this.#full.get(subject);
    if (full !== undefined) {
      if (full.limit === limit && full.endsAt > this.#clock.now()) {
        return Promise.resolve(this.#permit(false, limit, limit, full.endsAt));
      }
      this.#full.delete(subject);
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
      wanted: waiting.length,
      quota: waiting.at(-1)?.limit ?? 0,
    }));
    try {
      const windows = await takeFromWindows(this.#database, demands, this.#clock.now(), WINDOW_SECONDS);
      for (const window of windows) this.#tell(batch.get(window.subject) ?? [], window);
    } catch (error) {
      for (const { fail } of [...batch.values()].flat()) fail(error);
    }
  }

  #tell(waiting: Waiting[], window: WindowState): void {
    const endsAt = addSeconds(window.startedAt, WINDOW_SECONDS);
    const limit = waiting.at(-1)?.limit ?? 0;
    if (window.used >= limit) this.#full.set(window.subject, { limit, endsAt });
    const before = window.used - window.granted;
    waiting.forEach(({ answer }, index) => {
      const allowed = index < window.granted;
      answer(this.#permit(allowed, limit, allowed ? before + index + 1 : window.used, endsAt));
    });
  }

  #permit(allowed: boolean, limit: number, used: number, endsAt: Date): Permit {
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - used),
      resetsAt: Math.ceil(endsAt.getTime() / 1000),
      retryAfter: Math.max(1, Math.ceil(secondsBetween(this.#clock.now(), endsAt))),
    };
  }
}
