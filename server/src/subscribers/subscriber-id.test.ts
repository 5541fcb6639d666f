import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { uuidv7 } from '#lib/ids.ts';
import { parseSubscriberId, publicSubscriberId } from './subscriber.ts';

const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
/** Random ones, those of a moment, and the edges. */
const SAMPLES = [
  ...Array.from({ length: 3_000 }, () => uuidOf(randomBytes(16))),
  ...Array.from({ length: 1_000 }, () => uuidv7(new Date('2026-11-14T09:30:00.000Z'))),
  ...Array.from({ length: 17 }, (_, zeros) => uuidOf(Buffer.concat([Buffer.alloc(zeros), randomBytes(16 - zeros)]))),
  ...[0x00, 0xff, 0x7f, 0x80].map((byte) => uuidOf(Buffer.alloc(16, byte))),
];

test('both spellings of any id lead back to it', () => {
  for (const id of SAMPLES) {
    const shown = publicSubscriberId(id);
    expect(shown).toMatch(/^sub_[0-9A-Za-z]{22}$/);
    expect(parseSubscriberId(shown)).toBe(id);
    expect(parseSubscriberId(id)).toBe(id);
    expect(parseSubscriberId(id.toUpperCase())).toBe(id);
  }
});

test('different ids are shown differently, and sorted alike in both spellings', () => {
  const ids = [...new Set(SAMPLES)].sort();
  const shown = ids.map(publicSubscriberId);
  expect(new Set(shown).size).toBe(ids.length);
  expect(shown.toSorted()).toEqual(shown);
});

test.each([
  '',
  'sub_',
  'sub_0',
  `sub_${'0'.repeat(21)}`,
  `sub_${'0'.repeat(23)}`,
  `sub_${'z'.repeat(22)}`,
  // One more than the largest UUID.
  'sub_7n42DGM5Tflk9n8mt7Fhc8',
  `SUB_${'0'.repeat(22)}`,
  `sub_${'0'.repeat(21)}-`,
  `sub_${'0'.repeat(21)}é`,
  '0'.repeat(22),
  '0'.repeat(32),
  '{00000000-0000-7000-8000-000000000000}',
  '00000000-0000-7000-8000-00000000000g',
  ' 00000000-0000-7000-8000-000000000000',
  '00000000-0000-7000-8000-000000000000\n',
])('%j is no id', (text) => {
  expect(parseSubscriberId(text)).toBeUndefined();
});

test('the largest id is one, the next text is none', () => {
  const largest = publicSubscriberId('ffffffff-ffff-ffff-ffff-ffffffffffff');
  expect(largest).toBe('sub_7n42DGM5Tflk9n8mt7Fhc7');
});
