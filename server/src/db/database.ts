import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { prepareMarkedStatements } from './prepared-statements.ts';
import { fixPlans, QUEUE_CONNECTIONS } from './queue-connections.ts';

/** Each store says which tables it owns: `database.withTables<ProjectTables>()`. */
export type Database = Kysely<Record<never, never>>;

export type OpenDatabase = {
  database: Database;
  /** The same database for the statements of queues, see `queue-connections.ts`. */
  queues: Database;
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
  const pool = openPool({ max: 20, ...connection }, options.onError);
  const queuePool = openPool({ ...connection, max: QUEUE_CONNECTIONS }, options.onError);
  fixPlans(queuePool);
  const database: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const queues: Database = new Kysely({ dialect: new PostgresDialect({ pool: queuePool }) });
  let closed: Promise<unknown> | undefined;
  return {
    ...{ database, queues, pool },
    async close() {
      closed ??= Promise.all([pool.end(), queuePool.end()]);
      await closed;
    },
  };
}

function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'bellhop',
    types,
    ...config,
  });
  // A connection that dies, idle or in use, is not the end of the process: the next query opens a new one.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  prepareMarkedStatements(pool);
  return pool;
}
