const longest = 2048;

/** What is wrong with a link's address; undefined where nothing is. Other schemes do not work on every messenger. */
export function problemOfAddress(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'a link must be an http:// or https:// address';
  return address.length > longest ? `a link must have at most ${longest} characters` : undefined;
}
