import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Account } from './choose-account.ts';
import { cacheDirectories, copyBinaries } from './copy-binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

export type Binaries = {
  directory: string;
  majorVersion: string;
  /** Put before a command so that it gets SIGINT when this process dies; empty where the system cannot. */
  tether: readonly string[];
};

type Package = { nativeDir: string; version: string };

// The signal comes when the thread that spawned dies, so a worker thread must outlive its database.
const setprivTether = ['setpriv', '--pdeathsig', 'INT', '--'];

/** The directory of `postgres` and `initdb` that `account` can run; copied where it cannot reach the package's own. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const { nativeDir, version } = await findPackage();
  const own = await probe(join(nativeDir, 'bin'), account);
  if (own.outcome === 'usable') return own.binaries;
  if (own.code === 'EPERM') {
    throw new EmbeddedPostgresError(
      'no_account',
      `This process is root and may not start programs as user ${account?.name ?? 'postgres'} (a container without ` +
        'CAP_SETUID and CAP_SETGID?). Start Bellhop as an ordinary user, or set DATABASE_URL.',
    );
  }
  let reason = own.code;
  for (const cacheDir of cacheDirectories(process.geteuid?.() ?? 0)) {
    const copy = await copyBinaries(nativeDir, version, cacheDir);
    if (!copy) continue;
    const copied = await probe(join(copy, 'bin'), account);
    if (copied.outcome === 'usable') return copied.binaries;
    reason = copied.code;
  }
  throw new EmbeddedPostgresError(
    'no_binaries',
    `The embedded PostgreSQL does not run on this machine (${reason}); it needs a Linux with glibc or a macOS. ` +
      'Set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function findPackage(): Promise<Package> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url).resolve('embedded-postgres');
    const directory = join(dirname(createRequire(ours).resolve(platform)), '..');
    const manifest: { version: string } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
    return { nativeDir: join(directory, 'native'), version: manifest.version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'no_binaries',
      `The PostgreSQL binaries (npm package ${platform}) are not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

type Probe = { outcome: 'usable'; binaries: Binaries } | { outcome: 'unusable'; code: string };

async function probe(directory: string, account: Account | undefined): Promise<Probe> {
  const command = [join(directory, 'postgres'), '--version'];
  for (const tether of process.platform === 'linux' ? [setprivTether, []] : [[]]) {
    const result = await runProgram([...tether, ...command], { account, cwd: '/' });
    const majorVersion = versionIn(result);
    if (majorVersion) return { outcome: 'usable', binaries: { directory, majorVersion, tether } };
    if (tether.length === 0) return { outcome: 'unusable', code: describe(result) };
  }
  return { outcome: 'unusable', code: 'unknown' };
}

function versionIn(result: ProgramResult): string | undefined {
  if (result.outcome !== 'exited' || result.code !== 0) return undefined;
  return /PostgreSQL\) (\d+)/.exec(result.output)?.[1];
}

function describe(result: ProgramResult): string {
  return result.outcome === 'not_started' ? result.code : result.output.trim() || `exit code ${result.code}`;
}
