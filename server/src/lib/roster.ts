/** A place in a roster, given back by whoever leaves it. */
export type Place<Item> = { readonly item: Item; at: number };

/**
 * Who is present, in no order: for what comes and goes thousands of times a second. A Set or Map would do, but it is
 * rebuilt every so often, and its former table, once it is old, holds on to all that stood in it until the next full
 * garbage collection: that cost a sixth of a busy worker's time.
 */
export class Roster<Item> {
  readonly #places: Place<Item>[] = [];

  get size(): number {
    return this.#places.length;
  }

  enter(item: Item): Place<Item> {
    const place = { item, at: this.#places.length };
    this.#places.push(place);
    return place;
  }

  /** Once for each place. */
  leave(place: Place<Item>): void {
    const last = this.#places.pop();
    if (last === undefined || last === place) return;
    this.#places[place.at] = last;
    last.at = place.at;
  }

  /** As they are now: they may leave while these are looked through. */
  items(): Item[] {
    return this.#places.map(({ item }) => item);
  }
}
