import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { arrayText } from './array-text.ts';

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
