import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { chooseAccount } from './choose-account.ts';
import { type Cluster, clusterVersion, createCluster, databaseUser } from './create-cluster.ts';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error.ts';
import { findBinaries } from './find-binaries.ts';
import { runServer } from './run-server.ts';
import { port } from './server-settings.ts';
import { openSocketDirectory } from './socket-directory.ts';
import { stopOrphans } from './stop-orphans.ts';
import { takeLock } from './take-lock.ts';

type EmbeddedPostgresOptions = {
  /** Holds the cluster (`postgres`), its log and the lock. */
  dataDir: string;
  /** Told, in words for the operator, of what takes long or is out of the ordinary. */
  say?: (line: string) => void;
  /** PostgreSQL settings that differ from Bellhop's own. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  /** Goes into the configuration of a pool as it is. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /** Close the pools first: connections that are still open are cut. */
  stop(): Promise<void>;
};

const databaseName = 'bellhop';

/** Starts the PostgreSQL of a data directory, creating it the first time. Throws `EmbeddedPostgresError`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      'The embedded database runs on Linux and macOS. On Windows start Bellhop inside WSL, or set DATABASE_URL.',
    );
  }
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => explain(error, dataDir));
  const lock = takeLock(dataDir);
  try {
    const started = await start(dataDir, options.settings ?? {}, options.say ?? (() => {}));
    let stopped: Promise<void> | undefined;
    return {
      connection: started.connection,
      stop() {
        stopped ??= started.stop().finally(() => lock.release());
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    return explain(error, dataDir);
  }
}

async function start(dataDir: string, settings: Record<string, string>, say: (line: string) => void) {
  const cluster = await prepareCluster(dataDir, settings, say);
  const socket = await openSocketDirectory(cluster.clusterDir);
  try {
    const server = await runServer(cluster, { socketDirectory: socket.serverSide, settings, say });
    const connection = { host: socket.host, port, user: databaseUser, database: databaseName, ssl: false as const };
    const stop = () => server.stop().finally(() => socket.close());
    try {
      await ensureDatabase(connection);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { connection, stop };
  } catch (error) {
    await socket.close();
    throw error;
  }
}

async function prepareCluster(dataDir: string, settings: Record<string, string>, say: (line: string) => void) {
  const clusterDir = join(dataDir, 'postgres');
  const account = await chooseAccount(clusterDir);
  const binaries = await findBinaries(account);
  const cluster: Cluster = { dataDir, clusterDir, account, binaries };
  const version = await clusterVersion(clusterDir);
  if (version === undefined) {
    say(`Creating the database in ${clusterDir}.`);
    await createCluster(cluster, settings['fsync'] !== 'off');
    return cluster;
  }
  if (version !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      'wrong_version',
      `The database in ${clusterDir} was made by PostgreSQL ${version}; this Bellhop brings ${binaries.majorVersion}. ` +
        `Start the Bellhop that made it and move the data with pg_dump, or set DATABASE_URL to a PostgreSQL ${version}.`,
    );
  }
  await stopOrphans(cluster, say);
  return cluster;
}

function explain(cause: unknown, dataDir: string): never {
  const code = errorCode(cause) ?? '';
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EEXIST', 'ENOTDIR', 'ENOTEMPTY'].includes(code)) throw cause;
  const detail = cause instanceof Error ? cause.message : code;
  throw new EmbeddedPostgresError(
    'not_writable',
    `The data directory ${dataDir} cannot be used (${detail}). Set DATA_DIR to another one, or set DATABASE_URL.`,
    { cause },
  );
}

async function ensureDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
