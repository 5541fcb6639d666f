import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { prepareMarkedStatements } from './prepared-statements.ts';

/** Each store says which tables it owns: `database.withTables<ProjectTables>()`. */
export type Database = Kysely<Record<never, never>>;

export type OpenDatabase = {
  database: Database;
  pool: pg.Pool;
  close(): Promise<void>;
};

const INT8 = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // count(*) and sums are int8; ours stay far below 2^53.
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export function openDatabase(connection: pg.PoolConfig, options: { onError: (error: Error) => void }): OpenDatabase {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'bellhop',
    types,
    ...connection,
  });
  // A connection that dies, idle or in use, is not the end of the process: the next query opens a new one.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));
  prepareMarkedStatements(pool);
  const database: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return { database, pool, close: () => database.destroy() };
}
