import { readFile, stat } from 'node:fs/promises';
import { EmbeddedPostgresError, errorCode } from './embedded-postgres-error.ts';

export type Account = { name: string; uid: number; gid: number };

/** PostgreSQL refuses to run as root. Returns the account to run it as; undefined means our own. */
export async function chooseAccount(clusterDir: string): Promise<Account | undefined> {
  const own = process.geteuid?.();
  const owner = await ownerOf(clusterDir);
  if (own !== 0) {
    if (owner === undefined || owner.uid === own) return undefined;
    throw new EmbeddedPostgresError(
      'not_writable',
      `The database in ${clusterDir} belongs to user ${owner.uid} and Bellhop runs as user ${own}. ` +
        `Run it as that user, or: chown -R ${own} ${clusterDir}`,
    );
  }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'no_account',
      'PostgreSQL does not run as root. Start Bellhop as an ordinary user, or set DATABASE_URL.',
    );
  }
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  const usual = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  if (owner?.uid === 0) {
    throw new EmbeddedPostgresError(
      'no_account',
      `The database in ${clusterDir} belongs to root, and PostgreSQL does not run as root. ` +
        `Give it an owner: chown -R ${usual?.name ?? 'postgres'} ${clusterDir}`,
    );
  }
  if (owner) return owner;
  if (usual) return usual;
  throw new EmbeddedPostgresError(
    'no_account',
    'PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" account. ' +
      'Add one (useradd --system postgres), start Bellhop as an ordinary user, or set DATABASE_URL.',
  );
}

/** The lines of /etc/passwd, without root. */
export function parseAccounts(passwd: string): Account[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid || uid === '0') return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

async function ownerOf(directory: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(directory);
    return { name: String(uid), uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
