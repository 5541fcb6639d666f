/** For what depends on its text alone and is asked at every request: so many results are kept, the oldest goes first. */
export function remember<T>(most: number, find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    known.set(text, found);
    if (known.size > most) known.delete(known.keys().next().value as string);
    return found;
  };
}
