import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const masterKey = randomBytes(32);
const codes = createSeal(masterKey, 'codes');

test('what was sealed opens for its owner, to the letter', () => {
  for (const text of ['', 'code', 'Привет 👋🏽'])
    expect(codes.open(codes.seal(text, 'session 1'), 'session 1')).toBe(text);
});

test('the same text is sealed differently each time, and does not show', () => {
  const [one, two] = [codes.seal('the same text', 'a'), codes.seal('the same text', 'a')];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('the same')).toBe(false);
});

test('another owner, another purpose, another key or a changed bit opens nothing', () => {
  const sealed = codes.seal('secret', 'session 1');
  expect(() => codes.open(sealed, 'session 2')).toThrow();
  expect(() => createSeal(masterKey, 'tokens').open(sealed, 'session 1')).toThrow();
  expect(() => createSeal(randomBytes(32), 'codes').open(sealed, 'session 1')).toThrow();
  for (const index of [0, 5, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => codes.open(changed, 'session 1')).toThrow();
  }
});
