type Taken = { id: string; takingId: string | null };

/** Who was taken with what by this process, and has not come to an end. */
export class OpenTakings {
  readonly #takingOf = new Map<string, string>();
  readonly #left = new Map<string, number>();
  #ended: string[] = [];

  add(taken: readonly Taken[]): void {
    for (const { id, takingId } of taken) {
      if (takingId === null) continue;
      this.#takingOf.set(id, takingId);
      this.#left.set(takingId, (this.#left.get(takingId) ?? 0) + 1);
    }
  }

  /** Their outcomes are stored. */
  finished(stored: readonly { id: string }[]): void {
    for (const { id } of stored) {
      const takingId = this.#takingOf.get(id);
      if (takingId === undefined) continue;
      this.#takingOf.delete(id);
      const left = (this.#left.get(takingId) ?? 0) - 1;
      if (left > 0) this.#left.set(takingId, left);
      else {
        this.#left.delete(takingId);
        this.#ended.push(takingId);
      }
    }
  }

  /** Of which nobody is left, since it was last asked: they can be forgotten. What is missed here the settling finds. */
  takeEnded(): string[] {
    return this.#ended.splice(0);
  }

  /**
   * Those of which everyone who has not come to an end is in flight: there is nobody in them to be settled. The others are
   * left to the settling, and forgotten here.
   */
  wellKnown(inFlight: readonly string[]): string[] {
    const flying = new Map<string, number>();
    for (const id of inFlight) {
      const takingId = this.#takingOf.get(id);
      if (takingId !== undefined) flying.set(takingId, (flying.get(takingId) ?? 0) + 1);
    }
    for (const [takingId, left] of this.#left) if (flying.get(takingId) !== left) this.#forget(takingId);
    return [...this.#left.keys()];
  }

  #forget(takingId: string): void {
    this.#left.delete(takingId);
    for (const [id, own] of this.#takingOf) if (own === takingId) this.#takingOf.delete(id);
  }
}
