/** Work of different keys runs side by side, at most `width` at once; work of one key in the order it came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #last = new Map<string, Promise<void>>();

  constructor(width: number) {
    this.#free = width;
  }

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(() => this.#inSlot(work));
    const ended = mine.then(
      () => {},
      () => {},
    );
    this.#last.set(key, ended);
    void ended.then(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    return mine;
  }

  async #inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
