import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules, root } from './project.mjs';

const stampFile = join(modules, '.bellhop-installed');
/** npm's own record of what it installed, written last, after every install script. */
const recordFile = join(modules, '.package-lock.json');

/** Whether what is installed is what package-lock.json asks for. By content: a checkout changes times at will. */
export function isInstalled() {
  const record = read(recordFile);
  if (record === undefined) return false;
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (read(stampFile) === stampOf(lockfile)) return true;
  // Installed by hand, perhaps.
  if (!agrees(JSON.parse(record).packages, JSON.parse(lockfile).packages)) return false;
  rememberInstalled(lockfile);
  return true;
}

/** Before an install: one that is cut short must not be taken for the one before. */
export function forgetInstalled() {
  rmSync(stampFile, { force: true });
  rmSync(recordFile, { force: true });
}

export function rememberInstalled(lockfile) {
  try {
    writeFileSync(stampFile, stampOf(lockfile));
  } catch {
    // A checkout that somebody else installed and we may only read: the comparison is made anew each time.
  }
}

/** The time of npm's record stands in it, so that whatever npm does by hand leads to a new comparison. */
function stampOf(lockfile) {
  const hash = createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${statSync(recordFile).mtimeMs} ${process.platform}-${process.arch}\n`;
}

/** Optional packages may be absent (those of other platforms are); everything else must be there, in its version. */
function agrees(installed, wanted) {
  const same = (a, b) => a?.version === b?.version && a?.integrity === b?.integrity && a?.link === b?.link;
  return (
    Object.entries(installed).every(([path, found]) => same(found, wanted[path]) && existsSync(join(root, path))) &&
    Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in installed)
  );
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
