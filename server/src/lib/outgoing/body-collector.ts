/**
 * Collects at most so many bytes in one growing buffer: an answer cut into chunks of one byte must not cost
 * an object for each of them.
 */
export type BodyCollector = {
  /** False once more has come than is kept. */
  add(chunk: Buffer): boolean;
  bytes(): Buffer;
};

const firstSize = 4 * 1024;

export function createBodyCollector(maxBytes: number): BodyCollector {
  let buffer = Buffer.alloc(0);
  let size = 0;
  return {
    add(chunk) {
      const kept = Math.min(chunk.length, maxBytes - size);
      if (size + kept > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(firstSize, buffer.length * 2, size + kept)));
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      chunk.copy(buffer, size, 0, kept);
      size += kept;
      return kept === chunk.length;
    },
    // A copy where much would be wasted: callers may hold on to it.
    bytes: () => (size < buffer.length / 2 ? Buffer.from(buffer.subarray(0, size)) : buffer.subarray(0, size)),
  };
}
