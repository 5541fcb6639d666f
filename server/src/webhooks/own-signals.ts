/**
 * A signal of its own for each of many that are to end together. On one shared signal every new listener is compared with
 * all that are there, which adds up with a thousand requests in flight.
 */
export class OwnSignals {
  readonly #running = new Set<AbortController>();
  #shared: AbortSignal | undefined;

  async withSignal<T>(shared: AbortSignal, run: (own: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    if (shared.aborted) own.abort();
    this.#follow(shared);
    this.#running.add(own);
    try {
      return await run(own.signal);
    } finally {
      this.#running.delete(own);
    }
  }

  #follow(shared: AbortSignal): void {
    if (this.#shared === shared) return;
    this.#shared = shared;
    shared.addEventListener('abort', () => {
      for (const own of this.#running) own.abort();
    });
  }
}
