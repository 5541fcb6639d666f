/** Secrets an operator gave, or that were generated into DATA_DIR on the first start of an embedded system. */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config';
import { randomBase62 } from '#lib/ids.ts';

export type Secrets = { masterKey: Buffer; adminToken: string | undefined };

export function loadSecrets(config: Config): Secrets {
  const embedded = config.databaseUrl === undefined;
  if (config.masterKey === undefined && !embedded) throw new Error('MASTER_KEY is required with DATABASE_URL.');
  return {
    masterKey:
      config.masterKey ??
      Buffer.from(
        keptSecret(config.dataDir, 'master-key', () => randomBytes(32).toString('base64')),
        'base64',
      ),
    adminToken:
      config.adminToken ?? (embedded ? keptSecret(config.dataDir, 'admin-token', () => randomBase62(40)) : undefined),
  };
}

/** The secret in this file of DATA_DIR, made on first use. Two processes that start at once agree on one. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  const found = readSecret(file);
  if (found !== undefined) return found;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Written aside and linked into place: the file never exists half-written, and the first one wins.
  const draft = `${file}.${process.pid}.${randomBase62(8)}`;
  writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const kept = readSecret(file);
  if (kept === undefined) throw new Error(`${file} is empty. Restore it, or delete it to have a new one made.`);
  return kept;
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
