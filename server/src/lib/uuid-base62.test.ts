import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { base62ToUuid, uuidToBase62 } from './uuid-base62.ts';

const LEAST = '00000000-0000-0000-0000-000000000000';
const GREATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

test('a UUID is 22 characters that lead back to it', () => {
  expect(uuidToBase62(LEAST)).toBe('0'.repeat(22));
  expect(uuidToBase62(GREATEST)).toBe('7n42DGM5Tflk9n8mt7Fhc7');
  for (const uuid of [LEAST, GREATEST, ...Array.from({ length: 1_000 }, () => randomUUID())]) {
    expect(uuidToBase62(uuid)).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(base62ToUuid(uuidToBase62(uuid))).toBe(uuid);
  }
});

test('the texts sort as the UUIDs do', () => {
  const uuids = Array.from({ length: 1_000 }, () => randomUUID()).sort();
  const texts = uuids.map(uuidToBase62);
  expect(texts).toEqual(texts.toSorted());
});

test('what is no UUID in base62 leads nowhere', () => {
  for (const text of [
    '',
    '0',
    '0'.repeat(21),
    '0'.repeat(23),
    '7n42DGM5Tflk9n8mt7Fhc8',
    'z'.repeat(22),
    '-'.repeat(22),
  ]) {
    expect(base62ToUuid(text)).toBeUndefined();
  }
});
