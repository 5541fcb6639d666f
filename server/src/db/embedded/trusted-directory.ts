import { lstat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

type Entry = { isDirectory: boolean; uid: number; mode: number };

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Whether only root and `us` can change what stands in a directory: it and all above it are theirs alone. */
export async function isTrustedDirectory(directory: string, us: number): Promise<boolean> {
  let path = resolve(directory);
  if (!isTrustedEntry(await look(path), us, false)) return false;
  while (path !== dirname(path)) {
    path = dirname(path);
    if (!isTrustedEntry(await look(path), us, true)) return false;
  }
  return true;
}

/** A parent may be writable by all when it is sticky (/tmp): nobody can then replace our entry in it. */
export function isTrustedEntry(entry: Entry, us: number, isParent: boolean): boolean {
  if (!entry.isDirectory || (entry.uid !== 0 && entry.uid !== us)) return false;
  if ((entry.mode & writableByOthers) === 0) return true;
  return isParent && (entry.mode & sticky) !== 0;
}

async function look(path: string): Promise<Entry> {
  // Not stat: a link could be turned to another place after the check.
  const entry = await lstat(path);
  return { isDirectory: entry.isDirectory(), uid: entry.uid, mode: entry.mode };
}
