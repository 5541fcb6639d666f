import type { Lane } from './lane.ts';

/** Lanes that may have due rows and wait for their turn: first come, first served, and slow ones in a line of their own. */
export class ReadyLanes {
  readonly #brisk = new Set<Lane>();
  readonly #slow = new Set<Lane>();

  /** At the end of the line, unless it already stands in it. */
  add(lane: Lane): void {
    if (this.has(lane)) return;
    (lane.slow ? this.#slow : this.#brisk).add(lane);
  }

  has(lane: Lane): boolean {
    return this.#brisk.has(lane) || this.#slow.has(lane);
  }

  /** Somebody stands in the line of those that are not slow. */
  get hasBrisk(): boolean {
    return this.#brisk.size > 0;
  }

  take(slow: boolean): Lane | undefined {
    const line = slow ? this.#slow : this.#brisk;
    for (const lane of line) {
      line.delete(lane);
      if (lane.slow === slow) return lane;
      // It has become slow, or brisk again, while it waited.
      this.add(lane);
    }
    return undefined;
  }
}
