const FEWEST_PLACES = 16;

/**
 * First come, first served, in a ring that grows but never shrinks. Like a roster it holds on to nobody who has left,
 * which an array that is filled and emptied again and again does by the storage that it outgrew.
 */
export class Line<Item> {
  #ring: (Item | undefined)[] = new Array(FEWEST_PLACES).fill(undefined);
  #first = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(item: Item): void {
    if (this.#length === this.#ring.length) this.#grow();
    this.#ring[this.#place(this.#length)] = item;
    this.#length += 1;
  }

  take(): Item | undefined {
    if (this.#length === 0) return undefined;
    const item = this.#ring[this.#first];
    this.#ring[this.#first] = undefined;
    this.#first = this.#place(1);
    this.#length -= 1;
    return item;
  }

  #place(nth: number): number {
    return (this.#first + nth) % this.#ring.length;
  }

  #grow(): void {
    const inOrder = [...this.#ring.slice(this.#first), ...this.#ring.slice(0, this.#first)];
    this.#ring = [...inOrder, ...new Array(inOrder.length).fill(undefined)];
    this.#first = 0;
  }
}
