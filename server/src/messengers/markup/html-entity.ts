const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };
const form = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]*));/iy;

/** The entity at this ampersand; a lone ampersand, as in "AT&T", is itself. */
export function readEntity(source: string, at: number): { text: string; end: number } | { problem: string } {
  form.lastIndex = at;
  const match = form.exec(source);
  if (!match) return { text: '&', end: at + 1 };
  const [whole, decimal, hexadecimal, name] = match;
  if (name !== undefined) {
    const text = named[name];
    return text === undefined ? { problem: `the entity ${whole} is not supported` } : { text, end: form.lastIndex };
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10);
  const isCharacter =
    code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && (code >= 0x20 || code === 9 || code === 10);
  return isCharacter
    ? { text: String.fromCodePoint(code), end: form.lastIndex }
    : { problem: `${whole} is no character` };
}
