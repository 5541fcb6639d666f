import type { Lane } from './lane.ts';
import type { LaneLimits } from './ledger.ts';

export type Running = { lane: Lane; startedAt: number; slow: boolean };

/**
 * The attempts of this process and the slots they take. Attempts of slow lanes take slots of their own, and one that
 * becomes slow while it runs moves there: however many lanes are dead, the slots of the others come free again.
 */
export class RunningAttempts {
  readonly #limits: LaneLimits;
  readonly #running = new Set<Running>();
  #slow = 0;
  #idleWaiters: (() => void)[] = [];

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  freeSlots(slow: boolean): number {
    return slow ? this.#limits.slowTotal - this.#slow : this.#limits.total - (this.#running.size - this.#slow);
  }

  begin(lane: Lane, now: Date): Running {
    const running = { lane, startedAt: now.getTime(), slow: lane.slow };
    this.#running.add(running);
    if (running.slow) this.#slow += 1;
    lane.inFlight += 1;
    return running;
  }

  end(running: Running, timedOut: boolean): void {
    this.#running.delete(running);
    if (running.slow) this.#slow -= 1;
    running.lane.inFlight -= 1;
    running.lane.slow = timedOut;
    if (this.#running.size === 0) for (const tell of this.#idleWaiters.splice(0)) tell();
  }

  markSlow(now: Date): void {
    const before = now.getTime() - this.#limits.slowAfterMs;
    for (const running of this.#running) {
      if (running.slow || running.startedAt > before) continue;
      running.slow = true;
      running.lane.slow = true;
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
