import { expect, test } from 'vitest';
import { fitsSocketPath } from './socket-directory.ts';

test('counts bytes, not letters, against the limit of socket paths', () => {
  expect(fitsSocketPath(`/${'a'.repeat(88)}`)).toBe(true);
  expect(fitsSocketPath(`/${'a'.repeat(89)}`)).toBe(false);
  expect(fitsSocketPath(`/${'я'.repeat(45)}`)).toBe(false);
});
