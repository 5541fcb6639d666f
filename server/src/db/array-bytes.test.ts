import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { arrayBytes } from './array-bytes.ts';

const { database } = await createTestDatabase();

test.each([
  [[]],
  [['']],
  [['a', '', 'NULL', '{}', 'a,b', '"quoted"', '\\', ' spaces ', 'Анна 👋🏽', 'line\nend', 'x'.repeat(100_000)]],
  [Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ n, text: `"${n}"` }))],
])('texts arrive as they are', async (texts) => {
  const given = arrayBytes(texts, (text) => text);
  const { rows } = await sql<{ text: string }>`
    select text from unnest(${given}::text[]) with ordinality as t (text, n) order by n`.execute(database);
  expect(rows.map(({ text }) => text)).toEqual(texts);
});
