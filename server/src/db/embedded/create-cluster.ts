import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './choose-account.ts';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error.ts';
import type { Binaries } from './find-binaries.ts';
import { runProgram } from './run-program.ts';

export type Cluster = { dataDir: string; clusterDir: string; account: Account | undefined; binaries: Binaries };

export const databaseUser = 'bellhop';

const stagingPrefix = 'postgres.new-';

/**
 * How the programs are told of the cluster. On Linux the directory is entered before the account is dropped,
 * so the account need not be able to reach it from above.
 */
export function clusterArgument(directory: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

/** The major version that wrote the cluster; undefined where there is none yet. */
export async function clusterVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Builds the cluster beside its place and renames it: a killed initdb leaves a half that would start. */
export async function createCluster(cluster: Cluster, durable: boolean): Promise<void> {
  const { dataDir, clusterDir, account, binaries } = cluster;
  await removeLeftovers(dataDir);
  const staging = await mkdtemp(join(dataDir, stagingPrefix));
  if (account) await chown(staging, account.uid, account.gid);
  const command = [
    ...binaries.tether,
    join(binaries.directory, 'initdb'),
    ...['-D', clusterArgument(staging), '-U', databaseUser, '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=reject'],
    ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
  ];
  const result = await runProgram(command, { account, cwd: staging });
  if (result.outcome !== 'exited' || result.code !== 0) {
    const said = result.outcome === 'exited' ? result.output.trim().split('\n').slice(-5).join('\n') : result.code;
    throw new EmbeddedPostgresError(
      'start_failed',
      `The database could not be created in ${dataDir}:\n${said}\nIt needs a local file system with free space; ` +
        'set DATA_DIR to another directory, or set DATABASE_URL.',
    );
  }
  await rename(staging, clusterDir);
  if (durable) await syncDirectory(dataDir);
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith(stagingPrefix));
  for (const name of leftovers) {
    // A dying initdb may still write; what is not gone now goes at the next start.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
