import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { arrayText, shortArrayText } from './array-text.ts';

const { database } = await createTestDatabase();

test('PostgreSQL reads back what was written, whatever it is', async () => {
  const texts = ['', 'a', 'NULL', null, '{}', ',', '"', '\\', '\\"', "'", ' a ', '\n', 'Привет 👋🏽', '{"a":"b\\n"}'];
  const numbers = [0, -1, 1.5, null, 2_147_483_647];
  const same = <T>(value: T) => value;
  const { rows } = await sql`
    select ${arrayText(texts, same)}::text[] as texts, ${arrayText(numbers, same)}::float8[] as numbers,
      ${arrayText([], same)}::text[] as none`.execute(database);
  expect(rows).toEqual([{ texts, numbers, none: [] }]);
});

test('where all elements are alike one stands for them all', async () => {
  for (const texts of [['a', 'a', 'a'], ['a', 'b', 'a'], ['a'], []]) {
    const short = shortArrayText(texts, (text) => text);
    const { rows } = await sql<{ text: string }>`
      select coalesce(o.text, (${short}::text[])[1]) as text
      from unnest(${arrayText(texts, () => 0)}::int[], ${short}::text[]) as o (n, text)`.execute(database);
    expect(rows.map(({ text }) => text)).toEqual(texts);
  }
  expect(shortArrayText([7, 7], (n) => n)).toBe('{7}');
});
