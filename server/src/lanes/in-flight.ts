/**
 * Rows that must not be attempted although a fetch returns them. A row stays here until its finish is stored and
 * every fetch that was under way by then has returned: the snapshot of such a fetch may predate the finish.
 */
export class InFlight {
  readonly #laneOf = new Map<string, number>();
  readonly #perLane = new Map<number, number>();
  #finished: string[] = [];
  #fetching = false;

  add(id: string, lane: number): void {
    this.#laneOf.set(id, lane);
    this.#perLane.set(lane, this.inLane(lane) + 1);
  }

  has(id: string): boolean {
    return this.#laneOf.has(id);
  }

  /** The finish is stored, or will never be. */
  finished(id: string): void {
    if (this.#fetching) this.#finished.push(id);
    else this.#remove(id);
  }

  fetchBegins(): void {
    this.#fetching = true;
  }

  /** Once what it returned has been looked through. */
  fetchEnded(): void {
    this.#fetching = false;
    for (const id of this.#finished) this.#remove(id);
    this.#finished = [];
  }

  inLane(lane: number): number {
    return this.#perLane.get(lane) ?? 0;
  }

  lanes(): Iterable<number> {
    return this.#perLane.keys();
  }

  ids(): string[] {
    return [...this.#laneOf.keys()];
  }

  #remove(id: string): void {
    const lane = this.#laneOf.get(id);
    if (lane === undefined) return;
    this.#laneOf.delete(id);
    const left = this.inLane(lane) - 1;
    if (left === 0) this.#perLane.delete(lane);
    else this.#perLane.set(lane, left);
  }
}
