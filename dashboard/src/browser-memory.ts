/** What this browser remembers: small choices under one prefix, and nothing about people. */
type Memory = 'theme' | 'language' | 'project';

const key = (name: Memory) => `bellhop-${name}`;

export function remember(name: Memory, value: string): void {
  try {
    localStorage.setItem(key(name), value);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

export function recall<Value extends string>(name: Memory, known?: readonly Value[]): Value | undefined {
  try {
    const value = localStorage.getItem(key(name)) as Value | null;
    if (value === null || (known !== undefined && !known.includes(value))) return undefined;
    return value;
  } catch {
    return undefined;
  }
}
