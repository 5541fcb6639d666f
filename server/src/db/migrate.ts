import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Any fixed number: the advisory lock that lets one process migrate at a time. */
const LOCK = 7_236_135_946;

export type Migration = { version: number; name: string; sql: string };

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}

/** Files `0001-name.sql`, numbered without a gap. */
export function readMigrations(directory = MIGRATIONS): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]);
    if (version !== index + 1) throw new Error(`Migration ${file} is out of order: expected number ${index + 1}.`);
    return { version, name: file.slice(0, -'.sql'.length), sql: readFileSync(`${directory}/${file}`, 'utf8') };
  });
}

/**
 * Brings the schema up to this program, one transaction a migration. Safe when several processes
 * start at once: each step is taken under a lock and looks again at what is already there.
 */
export async function migrate(pool: pg.Pool, migrations = readMigrations()): Promise<string[]> {
  const applied: string[] = [];
  const newest = migrations.length;
  for (;;) {
    const name = await applyNext(pool, migrations, newest);
    if (name === undefined) return applied;
    applied.push(name);
  }
}

async function applyNext(pool: pg.Pool, migrations: Migration[], newest: number): Promise<string | undefined> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`create table if not exists schema_migration (
      version int primary key, name text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ version: number | null }>(
      'select max(version) as version from schema_migration',
    );
    const current = rows[0]?.version ?? 0;
    if (current > newest) {
      throw new SchemaTooNew(
        `The database has schema ${current}, and this program knows only up to ${newest}. ` +
          'It was last used by a newer Bellhop: start that version, or restore a backup from before the upgrade.',
      );
    }
    const next = migrations[current];
    if (next !== undefined) {
      await client.query(next.sql);
      await client.query('insert into schema_migration (version, name) values ($1, $2)', [next.version, next.name]);
    }
    await client.query('commit');
    return next?.name;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A failed transaction is ended by closing its connection.
    client.release(failure);
  }
}
