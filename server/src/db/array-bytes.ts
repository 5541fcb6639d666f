const TEXT_OID = 25;
const HEADER_BYTES = 20;

/**
 * A `text[]` as PostgreSQL's own bytes, to be given as one parameter. For long texts, such as JSON: in `arrayText` each of
 * their quotes would be escaped here and unescaped there.
 */
export function arrayBytes<Item>(items: readonly Item[], textOf: (item: Item) => string): Buffer {
  const texts = items.map(textOf);
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, HEADER_BYTES));
  // One dimension, no nulls, the type of the elements, how many there are, and the number of the first.
  let end = 0;
  for (const word of [1, 0, TEXT_OID, texts.length, 1]) end = bytes.writeInt32BE(word, end);
  for (const [index, text] of texts.entries()) {
    end = bytes.writeInt32BE(sizes[index] ?? 0, end);
    end += bytes.write(text, end);
  }
  return bytes;
}
