/** What a person types after a slash: `/help`, `/HELP@some_bot`, `/lang ru`. */
export type Command = { name: string; argument: string };

export function parseCommand(text: string): Command | undefined {
  const parts = /^\/([a-z0-9_]{1,32})(?:@[a-z0-9_.-]{1,64})?(?:\s+(.*))?$/is.exec(text.trim());
  if (parts === null) return undefined;
  return { name: (parts[1] ?? '').toLowerCase(), argument: (parts[2] ?? '').trim() };
}

/** Payloads are `prefix_rest`, taps are `prefix:rest`; undefined where there is no prefix. */
export function splitPrefix(text: string, separator: '_' | ':'): { prefix: string; rest: string } | undefined {
  const at = text.indexOf(separator);
  return at < 1 ? undefined : { prefix: text.slice(0, at), rest: text.slice(at + 1) };
}
