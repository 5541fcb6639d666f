import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { migrate, readMigrations, SchemaTooNew } from './migrate.ts';

const empty = () => createTestDatabase('template1');
const newest = readMigrations().length;

test('ten processes that start at once on an empty database apply each migration once', async () => {
  const { connection, pool } = await empty();
  const pools = Array.from({ length: 10 }, () => new pg.Pool({ ...connection, max: 1 }));
  onTestFinished(async () => void (await Promise.all(pools.map((one) => one.end()))));
  const applied = await Promise.all(pools.map((one) => migrate(one)));
  expect(applied.flat()).toHaveLength(newest);
  const { rows } = await pool.query('select count(*) as count from schema_migration');
  expect(rows[0].count).toBe(newest);
});

test('a second start changes nothing', async () => {
  const { pool } = await empty();
  await migrate(pool);
  expect(await migrate(pool)).toEqual([]);
});

test('an old program refuses a newer schema and says what to do', async () => {
  const { pool } = await empty();
  await migrate(pool);
  await pool.query("insert into schema_migration (version, name) values ($1, 'from-the-future')", [newest + 1]);
  await expect(migrate(pool)).rejects.toThrow(SchemaTooNew);
  await expect(migrate(pool)).rejects.toThrow(/newer Bellhop/);
});

test('a migration that fails leaves nothing of itself behind', async () => {
  const { pool } = await empty();
  const broken = { version: 1, name: '0001-broken', sql: 'create table half (id int); select nonsense;' };
  await expect(migrate(pool, [broken])).rejects.toThrow();
  const { rows } = await pool.query("select to_regclass('half') as half");
  expect(rows[0].half).toBeNull();
  expect(await migrate(pool, [{ ...broken, sql: 'create table half (id int)' }])).toEqual(['0001-broken']);
});

test('files are numbered without a gap', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-migrations-'));
  await writeFile(join(directory, '0001-one.sql'), '');
  await writeFile(join(directory, '0003-three.sql'), '');
  expect(() => readMigrations(directory)).toThrow(/0003-three.sql is out of order/);
});
