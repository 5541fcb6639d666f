const firstSize = 4 * 1024;
const none = Buffer.alloc(0);

/**
 * Collects at most so many bytes in one growing buffer: an answer cut into chunks of one byte must not cost
 * an object for each of them.
 */
export class BodyCollector {
  readonly #maxBytes: number;
  #buffer: Buffer = none;
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes these bytes of the chunk; false once more has come than is kept. */
  add(chunk: Buffer, start: number, end: number): boolean {
    const kept = Math.min(end - start, this.#maxBytes - this.#size);
    if (this.#size + kept > this.#buffer.length) this.#grow(kept);
    chunk.copy(this.#buffer, this.#size, start, start + kept);
    this.#size += kept;
    return kept === end - start;
  }

  bytes(): Buffer {
    if (this.#size === this.#buffer.length) return this.#buffer;
    const bytes = this.#buffer.subarray(0, this.#size);
    // A copy where much would be wasted: callers may hold on to it.
    return this.#size < this.#buffer.length / 2 ? Buffer.from(bytes) : bytes;
  }

  #grow(by: number): void {
    // Most answers are one small piece: a place of just its size in the shared pool.
    if (this.#size === 0 && by < firstSize) {
      this.#buffer = Buffer.allocUnsafe(by);
      return;
    }
    const wanted = Math.max(firstSize, this.#buffer.length * 2, this.#size + by);
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#maxBytes, wanted));
    this.#buffer.copy(larger, 0, 0, this.#size);
    this.#buffer = larger;
  }
}
