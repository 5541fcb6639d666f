/** A UUID as 22 characters of base62, and back. Keeps the order: the text sorts as the UUID does. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;
const LARGEST = (1n << 128n) - 1n;

/** Three digits at a time: what is left of one word and the next word together stay below 2 to the 53rd. */
const DIGITS_AT_ONCE = 3;
const DIVISOR = 62 ** DIGITS_AT_ONCE;
const WORD = 2 ** 32;
const codes = Buffer.from(DIGITS, 'latin1');
const bytes = Buffer.alloc(16);
const written = Buffer.alloc(Math.ceil(LENGTH / DIGITS_AT_ONCE) * DIGITS_AT_ONCE);

/** By hand: with BigInt it takes several times as long, and every event needs one. */
export function uuidToBase62(uuid: string): string {
  bytes.write(uuid.replaceAll('-', ''), 'hex');
  let [a, b, c, d] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt32BE(8), bytes.readUInt32BE(12)];
  for (let end = written.length; end > 0; end -= DIGITS_AT_ONCE) {
    // By what a division leaves over: the remainder operator is slow on doubles.
    let quotient = Math.floor(a / DIVISOR);
    b += (a - quotient * DIVISOR) * WORD;
    a = quotient;
    quotient = Math.floor(b / DIVISOR);
    c += (b - quotient * DIVISOR) * WORD;
    b = quotient;
    quotient = Math.floor(c / DIVISOR);
    d += (c - quotient * DIVISOR) * WORD;
    c = quotient;
    quotient = Math.floor(d / DIVISOR);
    let digits = d - quotient * DIVISOR;
    d = quotient;
    for (let place = end - 1; place >= end - DIGITS_AT_ONCE; place -= 1) {
      written[place] = codes[digits % 62] ?? 0;
      digits = Math.floor(digits / 62);
    }
  }
  return written.toString('latin1', written.length - LENGTH);
}

/** Undefined where the text is not a UUID in base62. */
export function base62ToUuid(text: string): string | undefined {
  if (!/^[0-9A-Za-z]{22}$/.test(text)) return undefined;
  let value = 0n;
  for (const digit of text) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  if (value > LARGEST) return undefined;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
