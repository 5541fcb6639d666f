export type Token = { kind: 'key' | 'text' | 'number' | 'word' | 'plain'; text: string };

const PATTERN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** Cuts JSON into coloured pieces; put together they are the input again, whatever it was. */
export function highlightJson(json: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of json.matchAll(PATTERN)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: json.slice(at, match.index) });
    const [whole, quoted, colon] = match;
    if (quoted === undefined) tokens.push({ kind: /^[-\d]/.test(whole) ? 'number' : 'word', text: whole });
    else tokens.push({ kind: colon === undefined ? 'text' : 'key', text: quoted });
    if (colon !== undefined) tokens.push({ kind: 'plain', text: colon });
    at = match.index + whole.length;
  }
  if (at < json.length) tokens.push({ kind: 'plain', text: json.slice(at) });
  return tokens;
}

/** Pretty where it is JSON, else as it came. */
export function prettyJson(text: string): { text: string; isJson: boolean } {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), isJson: true };
  } catch {
    return { text, isJson: false };
  }
}
