import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './embedded-postgres-error.ts';
import { isTrustedDirectory } from './trusted-directory.ts';

/** Where copies may be kept: places that any account can enter when we are root, our own otherwise. */
export function cacheDirectories(us: number): string[] {
  const shared = join(tmpdir(), `bellhop-cache-${us}`);
  return us === 0 ? ['/var/cache/bellhop', shared] : [join(homedir(), '.cache', 'bellhop'), shared];
}

/**
 * Copies the package's `native` directory into `cacheDir`, readable by all and with its links made.
 * Returns the copy, or undefined where the cache cannot be written or could have been planted by somebody else.
 */
export async function copyBinaries(nativeDir: string, version: string, cacheDir: string): Promise<string | undefined> {
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o755 });
    const cache = await realpath(cacheDir);
    if (!(await isTrustedDirectory(cache, process.geteuid?.() ?? 0))) return undefined;
    const copy = join(cache, `postgres-${version}`);
    if (await exists(copy)) return copy;
    const staging = await mkdtemp(join(cache, 'copying-'));
    try {
      await cp(nativeDir, staging, { recursive: true, dereference: true });
      await makeLinks(staging);
      await openToAll(staging);
      await putInPlace(staging, copy);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return copy;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** npm packages cannot carry links; the package lists them, and its install script may not have been run. */
async function makeLinks(nativeDir: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(nativeDir, '..', target.replace(/^native\//, `${basename(nativeDir)}/`));
    await rm(link, { force: true });
    await symlink(basename(source), link);
  }
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || basename(dirname(path)) === 'bin';
    await chmod(path, runs ? 0o755 : 0o644);
  }
}

async function putInPlace(staging: string, copy: string): Promise<void> {
  try {
    await rename(staging, copy);
  } catch (error) {
    // Another process has put the same copy there first.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
