import { expect, test } from 'vitest';
import { isUuid, randomBase62, uuidv7 } from './ids.ts';

test('ids made one after another sort in that order, within a millisecond too', () => {
  const at = new Date('2026-11-14T09:30:00.000Z');
  const ids = Array.from({ length: 10_000 }, () => uuidv7(at));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(uuidv7(new Date(at.getTime() + 1)) > (ids.at(-1) ?? '')).toBe(true);
});

test('an id is a UUID of version 7 that carries its time', () => {
  const id = uuidv7(new Date('2026-11-14T09:30:00.000Z'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-14T09:30:00.000Z'));
  expect(isUuid(id)).toBe(true);
  expect(isUuid(`${id}0`)).toBe(false);
});

test('random text has the asked length and every character of the alphabet', () => {
  const text = randomBase62(20_000);
  expect(text).toMatch(/^[0-9A-Za-z]{20000}$/);
  expect(new Set(text).size).toBe(62);
});
