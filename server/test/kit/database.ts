import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db';

export type TestDatabase = OpenDatabase & { connection: { host: string; user: string; database: string } };

/** A database of its own, cloned from the migrated template; gone at the end of the test file. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${template ?? server.template}`);
  const connection = { host: server.host, user: server.user, database: name };
  const open = openDatabase(connection, { onError: () => {} });
  afterAll(async () => {
    await open.close();
    await administer(`drop database ${name} with (force)`);
  });
  return { ...open, connection };
}

/** As a process' DATABASE_URL. */
export function databaseUrl({ host, user, database }: TestDatabase['connection']): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

async function administer(statement: string): Promise<void> {
  const { host, user } = inject('postgres');
  const client = new pg.Client({ host, user, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
