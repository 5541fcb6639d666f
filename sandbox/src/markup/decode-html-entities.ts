const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const pattern = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot));?/i;

/** Decodes the entity at the start of `source`; null where there is none. Both messengers know these four names. */
export function readHtmlEntity(source: string): { character: string; length: number } | null {
  const match = pattern.exec(source);
  if (!match) return null;
  const [whole, decimal, hexadecimal, name] = match;
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? '', 16);
  const character = name
    ? named[name.toLowerCase()]
    : code > 0 && code <= 0x10ffff
      ? String.fromCodePoint(code)
      : undefined;
  return character === undefined ? null : { character, length: whole.length };
}

export function decodeHtmlEntities(source: string): string {
  return source.replace(/&[#a-z0-9]+;?/gi, (entity) => {
    const decoded = readHtmlEntity(entity);
    return decoded ? decoded.character + entity.slice(decoded.length) : entity;
  });
}
