import { type Place, Roster } from '#lib/roster.ts';
import type { Lane } from './lane.ts';
import type { LaneLimits } from './ledger.ts';

type Attempt = { readonly lane: Lane; readonly startedAt: number; slow: boolean };

export type Running = Place<Attempt>;

/**
 * The attempts of this process and the slots they take. Attempts of slow lanes take slots of their own, and one that
 * becomes slow while it runs moves there: however many lanes are dead, the slots of the others come free again.
 */
export class RunningAttempts {
  readonly #limits: LaneLimits;
  readonly #running = new Roster<Attempt>();
  #slow = 0;
  #idleWaiters: (() => void)[] = [];

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  freeSlots(slow: boolean): number {
    return slow ? this.#limits.slowTotal - this.#slow : this.#limits.total - (this.#running.size - this.#slow);
  }

  begin(lane: Lane, now: Date): Running {
    if (lane.slow) this.#slow += 1;
    lane.inFlight += 1;
    return this.#running.enter({ lane, startedAt: now.getTime(), slow: lane.slow });
  }

  end(running: Running, timedOut: boolean): void {
    const { lane, slow } = running.item;
    this.#running.leave(running);
    if (slow) this.#slow -= 1;
    lane.inFlight -= 1;
    lane.slow = timedOut;
    if (this.#running.size === 0) for (const tell of this.#idleWaiters.splice(0)) tell();
  }

  markSlow(now: Date): void {
    const before = now.getTime() - this.#limits.slowAfterMs;
    for (const attempt of this.#running.items()) {
      if (attempt.slow || attempt.startedAt > before) continue;
      attempt.slow = true;
      attempt.lane.slow = true;
      this.#slow += 1;
    }
  }

  get size(): number {
    return this.#running.size;
  }

  async idle(): Promise<void> {
    if (this.#running.size > 0) await new Promise<void>((tell) => this.#idleWaiters.push(tell));
  }
}
