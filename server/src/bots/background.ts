import { pause } from './pause.ts';

const MOST = 100;

/** Calls to a platform that nothing waits for, such as answering a tap. Bounded; waited for on stop. */
export class Background {
  readonly #running = new Set<Promise<void>>();

  /** Resolves at once while there is room. */
  async add(work: () => Promise<unknown>): Promise<void> {
    while (this.#running.size >= MOST) await Promise.race(this.#running);
    const one: Promise<void> = work()
      .then(
        () => {},
        () => {},
      )
      .finally(() => this.#running.delete(one));
    this.#running.add(one);
  }

  settle(withinMs: number): Promise<void> {
    return settleWithin(withinMs, [...this.#running]);
  }
}

/** Resolves when all have ended, in whatever way, or when the time is up. */
export async function settleWithin(withinMs: number, work: Promise<void>[]): Promise<void> {
  const settled = new AbortController();
  const all = Promise.allSettled(work).then(() => settled.abort());
  await Promise.race([all, pause(withinMs, settled.signal)]);
}
