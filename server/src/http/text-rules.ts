import { AppError } from '#lib/app-error.ts';

const DEEPEST = 32;

/**
 * What PostgreSQL and the messengers cannot hold: NUL and lone surrogates, in any key or value.
 * Also bounds the depth, so that later recursion over a body is safe.
 */
export function refuseBadText(value: unknown, where = 'body', depth = 0): void {
  if (typeof value === 'string') refuseBadString(value, where);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEEPEST)
    throw new AppError('validation_failed', `\`${where}\` is nested deeper than ${DEEPEST} levels.`);
  for (const key of Object.keys(value)) {
    refuseBadString(key, 'a field name');
    const path = depth === 0 ? key : `${where}.${key}`;
    refuseBadText((value as Record<string, unknown>)[key], path, depth + 1);
  }
}

function refuseBadString(text: string, where: string): void {
  if (text.includes('\0')) throw new AppError('validation_failed', `\`${where}\` has a NUL character.`);
  if (!text.isWellFormed()) throw new AppError('validation_failed', `\`${where}\` has half of a surrogate pair.`);
}
