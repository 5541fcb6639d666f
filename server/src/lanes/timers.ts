/** The waiting of one worker, all of it ended at once. None of it keeps the process alive. */
export class Timers {
  readonly #once = new Map<number, { at: number; timer: NodeJS.Timeout }>();
  readonly #repeats = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();

  /** From the end of one run to the beginning of the next, so that runs never overlap. */
  repeat(everyMs: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#repeats.delete(timer);
      const running = run().finally(() => {
        this.#running.delete(running);
        if (!this.#stopped) this.repeat(everyMs, run);
      });
      this.#running.add(running);
    }, everyMs);
    this.#repeats.add(timer);
    timer.unref();
  }

  /** The earlier of two under one key stands. */
  once(key: number, inMs: number, run: () => void): void {
    if (this.#stopped) return;
    const at = performance.now() + inMs;
    const waiting = this.#once.get(key);
    if (waiting !== undefined && waiting.at <= at) return;
    clearTimeout(waiting?.timer);
    const timer = setTimeout(
      () => {
        this.#once.delete(key);
        run();
      },
      Math.max(1, inMs),
    );
    timer.unref();
    this.#once.set(key, { at, timer });
  }

  #stopped = false;

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { timer } of this.#once.values()) clearTimeout(timer);
    for (const timer of this.#repeats) clearTimeout(timer);
    await Promise.all(this.#running);
  }
}
