export type ClaimPlace = { lane: number; job: string; after: string };

/**
 * How far this process has taken the messages of each broadcast, so that the next look does not begin with all that are
 * being sent or were sent just now. What comes back to the queue stands before it: not to be trusted for longer than a
 * second.
 */
export class ClaimPlaces {
  readonly #places = new Map<string, ClaimPlace>();

  all(): ClaimPlace[] {
    return [...this.#places.values()];
  }

  goOnAfter(taken: readonly { lane: number; jobId: string | null; id: string }[]): void {
    for (const { lane, jobId: job, id } of taken) {
      if (job === null) continue;
      const key = `${lane} ${job}`;
      const place = this.#places.get(key);
      if (place === undefined) this.#places.set(key, { lane, job, after: id });
      else if (place.after < id) place.after = id;
    }
  }

  forget(): void {
    this.#places.clear();
  }
}
