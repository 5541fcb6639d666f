import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export type Lock = { release(): void };

const sqliteBusy = 5;

// A collected handle would drop its lock, so every held one is referenced from here.
const held = new Set<DatabaseSync>();

/**
 * An exclusive lock on the data directory that the kernel drops when the process dies, however it dies.
 * Nothing else in this process may open `<dataDir>/lock`: closing any descriptor of it drops a POSIX lock.
 */
export function takeLock(dataDir: string): Lock {
  const path = join(dataDir, 'lock');
  const file = new DatabaseSync(path, { open: false });
  try {
    file.open();
    file.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    if (file.isOpen) file.close();
    if (!isBusy(cause)) {
      const message = `The lock file ${path} cannot be used. Delete it if it is not Bellhop's, or set another DATA_DIR.`;
      throw new EmbeddedPostgresError('not_writable', message, { cause });
    }
    throw new EmbeddedPostgresError(
      'already_running',
      `Another Bellhop is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
  held.add(file);
  return {
    release() {
      if (held.delete(file)) file.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
