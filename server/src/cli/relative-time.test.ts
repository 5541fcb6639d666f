import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-14T09:30:00.000Z');

test.each([
  ['2026-11-14T09:30:05.000Z', 'just now'],
  ['2026-11-14T09:29:01.000Z', 'just now'],
  ['2026-11-14T09:29:00.000Z', '1 minute ago'],
  ['2026-11-14T06:31:00.000Z', '2 hours ago'],
  ['2026-11-13T09:30:00.000Z', '1 day ago'],
  ['2026-09-01T00:00:00.000Z', '2 months ago'],
  ['2024-01-01T00:00:00.000Z', '2 years ago'],
])('%s is %s', (at, words) => {
  expect(relativeTime(new Date(at), now)).toBe(words);
});
