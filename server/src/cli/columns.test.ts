import { expect, test } from 'vitest';
import { alignColumns } from './columns.ts';

test('columns line up by the cells that letters take, and lines end without spaces', () => {
  expect(
    alignColumns([
      ['ab', 'x', ''],
      ['日本', 'y', 'z'],
      ['й', '👍🏽', 'z'],
    ]),
  ).toEqual(['ab    x', '日本  y   z', 'й     👍🏽  z']);
});

test('colour does not count as width', () => {
  const bold = (text: string) => `<b>${text}</b>`;
  expect(
    alignColumns(
      [
        ['a', 'b'],
        ['ccc', 'd'],
      ],
      (text, row) => (row === 0 ? bold(text) : text),
    ),
  ).toEqual(['<b>a</b>    <b>b</b>', 'ccc  d']);
});
