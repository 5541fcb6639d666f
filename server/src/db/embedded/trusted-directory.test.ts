import { expect, test } from 'vitest';
import { isTrustedEntry } from './trusted-directory.ts';

const us = 1000;

test.each([
  ['our own', { isDirectory: true, uid: us, mode: 0o755 }, false, true],
  ["root's", { isDirectory: true, uid: 0, mode: 0o755 }, false, true],
  ["another user's", { isDirectory: true, uid: 1001, mode: 0o755 }, false, false],
  ['our own, writable by its group', { isDirectory: true, uid: us, mode: 0o775 }, false, false],
  ['a link', { isDirectory: false, uid: us, mode: 0o777 }, false, false],
  ['sticky and writable by all', { isDirectory: true, uid: 0, mode: 0o1777 }, false, false],
  ['sticky and writable by all, as a parent', { isDirectory: true, uid: 0, mode: 0o1777 }, true, true],
  ['writable by all without being sticky, as a parent', { isDirectory: true, uid: 0, mode: 0o777 }, true, false],
])('a directory that is %s', (_, entry, isParent, trusted) => {
  expect(isTrustedEntry(entry, us, isParent)).toBe(trusted);
});
