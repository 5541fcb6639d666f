/** A UUID as 22 characters of base62, and back. Keeps the order: the text sorts as the UUID does. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;
const LARGEST = (1n << 128n) - 1n;

export function uuidToBase62(uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = DIGITS[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
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
