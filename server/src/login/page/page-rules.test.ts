import { describe, expect, test } from 'vitest';
import { chooseLanguage, isSameOrigin, policyOrigin } from '#http';
import { contrast, textOn } from './accent.ts';

test('text on any accent colour can be read: contrast of 4.5 or more', () => {
  const steps = [0, 51, 102, 118, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'));
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`;
        expect(contrast(colour, textOn(colour)), colour).toBeGreaterThanOrEqual(4.5);
      }
});

test.each([
  [undefined, undefined, 'en'],
  [undefined, '*', 'en'],
  [undefined, 'ru', 'ru'],
  [undefined, 'RU-ru,ru;q=0.9,en;q=0.8', 'ru'],
  [undefined, 'en-GB,ru;q=0.9', 'en'],
  [undefined, 'de, ru;q=0.1', 'ru'],
  [undefined, 'ru;q=0, en', 'en'],
  ['ru', 'en', 'ru'],
  ['de', 'ru', 'ru'],
])('wish %s and preference %s make %s', (wish, header, lang) => {
  expect(chooseLanguage(wish, header)).toBe(lang);
});

describe('same origin', () => {
  const base = 'https://login.example';

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: base }, false],
    [{ origin: base }, true],
    [{ origin: 'http://10.0.0.7:8080' }, true],
    [{ origin: 'http://10.0.0.7:8081' }, false],
    [{ origin: 'https://login.example.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
  ])('%o is %s', (headers, same) => {
    expect(isSameOrigin(headers, '10.0.0.7:8080', base)).toBe(same);
  });
});

test.each([
  ['https://cdn.example/logo.png?x', 'https://cdn.example'],
  ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:3000'],
  ['https://[::1]:8443/', 'https://[::1]:8443'],
  ["https://a;script-src'self'/x", undefined],
  ['https://a,b/', undefined],
  ['javascript:alert(1)', undefined],
  ['nonsense', undefined],
])('the policy takes the origin of %s as %s', (url, origin) => {
  expect(policyOrigin(url)).toBe(origin);
});
