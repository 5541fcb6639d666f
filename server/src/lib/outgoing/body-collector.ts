/**
 * Collects at most so many bytes in one growing buffer: an answer cut into chunks of one byte must not cost
 * an object for each of them.
 */
export type BodyCollector = {
  /** Takes these bytes of the chunk; false once more has come than is kept. */
  add(chunk: Buffer, start: number, end: number): boolean;
  bytes(): Buffer;
};

const firstSize = 4 * 1024;
const none = Buffer.alloc(0);

export function createBodyCollector(maxBytes: number): BodyCollector {
  let buffer = none;
  let size = 0;
  return {
    add(chunk, start, end) {
      const kept = Math.min(end - start, maxBytes - size);
      if (size + kept > buffer.length) {
        // Most answers are one small piece: a place of just its size in the shared pool.
        const larger =
          size === 0 && kept < firstSize
            ? Buffer.allocUnsafe(kept)
            : Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(firstSize, buffer.length * 2, size + kept)));
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      chunk.copy(buffer, size, start, start + kept);
      size += kept;
      return kept === end - start;
    },
    // A copy where much would be wasted: callers may hold on to it.
    bytes: () => (size < buffer.length / 2 ? Buffer.from(buffer.subarray(0, size)) : buffer.subarray(0, size)),
  };
}
