import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, validateSearch } from './search-params.ts';

test('filters survive the address as they are, whatever they look like', () => {
  const filters = { status: 'failed', q: 'a&b=c "ы"', since: '2026-11-14T09:30:00.000Z', n: '5', yes: 'true' };
  expect(parseSearch(stringifySearch(filters))).toEqual(filters);
});

test('what is empty leaves no trace', () => {
  expect(stringifySearch({ status: undefined, event: '', q: null })).toBe('');
});

test('everything is text, also what a link gave as a number', () => {
  expect(validateSearch({ page: 2, gone: undefined, none: null })).toEqual({ page: '2' });
});
