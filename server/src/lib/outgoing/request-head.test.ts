import { expect, it } from 'vitest';
import { requestHead } from './request-head.ts';

const wish = { method: 'POST', path: '/a?b=c', host: 'hooks.example', userAgent: 'Bellhop', bodyLength: 3 } as const;

it('a head is written as it was given, under the given name or the usual one', () => {
  expect(requestHead({ ...wish, headers: [['X-Service-Event', 'a b']] })).toBe(
    'POST /a?b=c HTTP/1.1\r\nhost: hooks.example\r\nconnection: keep-alive\r\nX-Service-Event: a b\r\nuser-agent: Bellhop\r\ncontent-length: 3\r\n\r\n',
  );
  expect(requestHead({ ...wish, method: 'GET', bodyLength: undefined, headers: [['User-Agent', 'Other']] })).toBe(
    'GET /a?b=c HTTP/1.1\r\nhost: hooks.example\r\nconnection: keep-alive\r\nUser-Agent: Other\r\n\r\n',
  );
});

it('nothing can be smuggled into it', () => {
  for (const header of [
    ['x-bad', 'a\r\nb: c'],
    ['x-bad', 'a\0'],
    ['x-bad', 'ö'],
    ['x bad', 'a'],
    ['x-bad\r\nb', 'a'],
    ['', 'a'],
    ['Host', 'other.example'],
    ['Content-Length', '9'],
    ['transfer-encoding', 'chunked'],
    ['Connection', 'close'],
  ] as const) {
    expect(() => requestHead({ ...wish, headers: [header] })).toThrow(TypeError);
  }
  for (const path of ['', 'a', '/a b', '/a\r\n', '/ö']) {
    expect(() => requestHead({ ...wish, path, headers: [] })).toThrow('invalid path');
  }
});
