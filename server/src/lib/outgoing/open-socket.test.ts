import { expect, it } from 'vitest';
import { isAmong } from './open-socket.ts';
import { createSystemLookup } from './system-lookup.ts';

it('the other end of a connection is recognised in every spelling, and nothing else is', () => {
  expect(isAmong('127.0.0.1', ['8.8.8.8', '127.0.0.1'])).toBe(true);
  expect(isAmong('::ffff:8.8.8.8', ['8.8.8.8'])).toBe(true);
  expect(isAmong('2606:4700::1', ['2606:4700:0:0:0:0:0:1'])).toBe(true);
  expect(isAmong('fe80::1%eth0', ['fe80::1'])).toBe(true);
  expect(isAmong('127.0.0.1', ['8.8.8.8', '127.0.0.2'])).toBe(false);
  expect(isAmong('::7f00:1', ['127.0.0.1'])).toBe(false);
  expect(isAmong(undefined, ['127.0.0.1'])).toBe(false);
  expect(isAmong('', ['127.0.0.1'])).toBe(false);
});

it('all who ask the system for one name at the same time share one thread', async () => {
  const lookup = createSystemLookup();
  const first = lookup('localhost');
  expect(lookup('localhost')).toBe(first);
  expect((await first).length).toBeGreaterThan(0);
  const later = lookup('localhost');
  expect(later).not.toBe(first);
  await later;
});
