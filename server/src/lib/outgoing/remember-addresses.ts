import type { Resolve } from './system-lookup.ts';

/** For hosts that are called all the time and are trusted: asked again after a while, or after a failure. */
export function rememberAddresses(resolve: Resolve, forMs: number): Resolve {
  const known = new Map<string, { found: ReturnType<Resolve>; until: number }>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined && before.until > performance.now()) return before.found;
    const found = resolve(name);
    known.set(name, { found, until: performance.now() + forMs });
    found.catch(() => known.delete(name));
    return found;
  };
}
