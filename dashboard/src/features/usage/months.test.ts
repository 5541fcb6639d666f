import { expect, test } from 'vitest';
import { monthsSince } from './months.ts';

test('from this month back to that of the beginning, across a year', () => {
  const months = monthsSince(new Date('2025-11-30T23:59:00Z'), new Date('2026-02-01T00:00:00Z'));
  expect(months).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});

test('this month is always there, and never more than two years', () => {
  const now = new Date('2026-02-10T00:00:00Z');
  expect(monthsSince(new Date('2026-03-01T00:00:00Z'), now)).toEqual(['2026-02']);
  expect(monthsSince(new Date('2001-01-01T00:00:00Z'), now)).toHaveLength(24);
});
