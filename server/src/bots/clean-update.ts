import type { Incoming } from '#messengers';

/** Without NUL and lone surrogates, which PostgreSQL cannot hold: what a person typed must not break their updates. */
export function cleanUpdate(update: Incoming): Incoming {
  return clean(update) as Incoming;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item)]));
}
