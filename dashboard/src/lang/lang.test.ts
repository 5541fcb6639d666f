import { describe, expect, test } from 'vitest';
import { makeFormat, relativeParts } from './format.ts';
import { pickLanguage } from './language.ts';
import { plural } from './plural.ts';

test.each([
  [['ru-RU', 'en'], 'ru'],
  [['de', 'ru'], 'ru'],
  [['en-US'], 'en'],
  [['de', 'fr'], 'en'],
  [[], 'en'],
])('of the languages %j we speak %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language);
});

test.each([
  [1, '1 доставка'],
  [3, '3 доставки'],
  [5, '5 доставок'],
  [11, '11 доставок'],
  [21, '21 доставка'],
  [0, '0 доставок'],
])('%i in Russian is %s', (count, text) => {
  expect(plural('ru', count, { one: 'доставка', few: 'доставки', many: 'доставок' })).toBe(text);
});

test('English needs two forms', () => {
  const forms = { one: 'row', many: 'rows' };
  expect([1, 2, 0].map((count) => plural('en', count, forms))).toEqual(['1 row', '2 rows', '0 rows']);
});

describe('relative times', () => {
  test.each([
    [-1, { value: -1, unit: 'second' }],
    [28, { value: 28, unit: 'second' }],
    [-59.4, { value: -59, unit: 'second' }],
    [-59.5, { value: -1, unit: 'minute' }],
    [-3569, { value: -59, unit: 'minute' }],
    [-3570, { value: -1, unit: 'hour' }],
    [-84_600, { value: -1, unit: 'day' }],
    [-864_000, { value: -10, unit: 'day' }],
  ])('%d seconds', (seconds, parts) => {
    expect(relativeParts(seconds)).toEqual(parts);
  });
});

test.each([
  [4, '4 ms'],
  [999, '999 ms'],
  [10_004, '10 s'],
  [1_250, '1.3 s'],
  [61_000, '1 min 1 s'],
  [120_000, '2 min'],
])('%i milliseconds take %s', (ms, text) => {
  expect(makeFormat('en', 'UTC').duration(ms)).toBe(text);
});

test('the exact time has seconds, in the language of the person', () => {
  expect(makeFormat('en', 'UTC').exact('2026-11-14T09:30:05.000+00:00')).toBe('14 Nov 2026, 09:30:05');
  expect(makeFormat('ru', 'UTC').exact('2026-11-14T09:30:05.000+00:00')).toContain('09:30:05');
});
