import { expect, test } from 'vitest';
import { addSeconds } from '#lib/clock.ts';
import { offsetOf, positionAfter } from './position.ts';

const now = new Date('2026-11-14T09:30:00.000Z');
const DAY = 24 * 3600;

test('a poll goes on after the last update', () => {
  expect(offsetOf(positionAfter(41, now), addSeconds(now, 5 * DAY))).toEqual({ offset: 42 });
  expect(offsetOf(null, now)).toEqual({});
});

test('an offset is dropped before Telegram may draw a lower id', () => {
  expect(offsetOf(positionAfter(41, now), addSeconds(now, 6 * DAY + 1))).toEqual({});
});
