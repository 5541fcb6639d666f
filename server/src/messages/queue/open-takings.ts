/**
 * How many of each taking of this process have not come to an end. A taking whose number is down to none can be forgotten:
 * what this misses is found by the settling of every second.
 */
export class OpenTakings {
  readonly #left = new Map<string, number>();
  #ended: string[] = [];

  add(taken: readonly { takingId: string | null }[]): void {
    for (const { takingId } of taken) {
      if (takingId !== null) this.#left.set(takingId, (this.#left.get(takingId) ?? 0) + 1);
    }
  }

  finished(jobs: readonly { takingId: string | null }[]): void {
    for (const { takingId } of jobs) {
      const left = takingId === null ? undefined : this.#left.get(takingId);
      if (takingId === null || left === undefined) continue;
      if (left > 1) this.#left.set(takingId, left - 1);
      else {
        this.#left.delete(takingId);
        this.#ended.push(takingId);
      }
    }
  }

  /** Those that have ended since it was last asked. */
  takeEnded(): string[] {
    return this.#ended.splice(0);
  }

  forget(): void {
    this.#left.clear();
    this.#ended = [];
  }
}
