import { expect, test } from 'vitest';
import { suggestSlug } from './suggest-slug.ts';

test.each([
  ['Demo shop', 'demo-shop'],
  ['Кофейня «Зерно»', 'kofeynya-zerno'],
  ['  Crème — brûlée! ', 'creme-brulee'],
  ['a'.repeat(31) + ' b', 'a'.repeat(31)],
  ['!!!', ''],
])('%s becomes %s', (name, slug) => {
  expect(suggestSlug(name)).toBe(slug);
});
