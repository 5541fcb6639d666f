import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import pg from 'pg';

/** A DATABASE_URL that cannot be used; the message never quotes the address, which carries a password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

type ReadFile = (path: string) => string;

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

// node-postgres would read these by rules of its own, in which `require` verifies and `prefer` never falls back.
const sslParameters = [
  ...['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'sslnegotiation', 'uselibpqcompat'],
] as const;
type SslParameters = Partial<Record<(typeof sslParameters)[number], string>>;

/**
 * The connections to try for an address, in order, with libpq's meaning of `sslmode` and of the certificate files.
 * Unlike libpq, `verify-full` without `sslrootcert` trusts the authorities that Node.js trusts.
 */
export function connectionAttempts(url: string, readFile: ReadFile = readText): pg.PoolConfig[] {
  const { connectionString, parameters } = takeSslParameters(url);
  const host = hostOf(connectionString);
  if (host.includes(',')) throw new DatabaseUrlError('DATABASE_URL names several hosts; Bellhop connects to one.');
  const plain: pg.PoolConfig = { connectionString, ssl: false };
  if (host.startsWith('/')) return [plain];
  const mode = sslModeOf(parameters);
  if (mode === 'disable') return [plain];
  const encrypted = () => ({
    connectionString,
    ...negotiation(mode, parameters),
    ssl: tlsOf(mode, parameters, readFile),
  });
  if (mode === 'allow') return [plain, encrypted()];
  if (mode === 'prefer') return [encrypted(), plain];
  return [encrypted()];
}

/**
 * Opens the first connection that the server agrees to. A failure of another kind (no answer, a wrong password,
 * a certificate that is not trusted) is thrown as it is and never leads to an unencrypted try.
 */
export async function openFirst<T>(
  attempts: pg.PoolConfig[],
  open: (attempt: pg.PoolConfig) => Promise<T>,
): Promise<T> {
  for (const [index, attempt] of attempts.entries()) {
    try {
      return await open(attempt);
    } catch (error) {
      if (index === attempts.length - 1 || !permitsNextAttempt(attempt, error)) throw error;
    }
  }
  throw new Error('There is no connection to try.');
}

/** After TLS only "I have no TLS" counts; after plain only "not without encryption" (a rule in pg_hba.conf). */
export function permitsNextAttempt(attempt: pg.PoolConfig, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (attempt.ssl) return error.message === 'The server does not support SSL connections';
  return 'code' in error && error.code === '28000';
}

function takeSslParameters(url: string): { connectionString: string; parameters: SslParameters } {
  const [address = '', query] = splitOnce(url, '?');
  const rest = new URLSearchParams(query);
  const parameters: SslParameters = {};
  for (const name of sslParameters) {
    const value = rest.get(name);
    if (value) parameters[name] = value;
    rest.delete(name);
  }
  // URLSearchParams writes a space as `+`, which node-postgres would keep as it is in some fields.
  const kept = rest.toString().replaceAll('+', '%20');
  return { connectionString: kept ? `${address}?${kept}` : address, parameters };
}

/** As node-postgres understands the address; making a client connects to nothing. */
function hostOf(connectionString: string): string {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) {
    throw new DatabaseUrlError('DATABASE_URL must start with postgres:// or postgresql://.');
  }
  try {
    return new pg.Client({ connectionString, ssl: false }).host;
  } catch {
    throw new DatabaseUrlError(
      'DATABASE_URL is not a valid address. Special characters in its password must be percent-encoded.',
    );
  }
}

function sslModeOf(parameters: SslParameters): SslMode {
  const system = parameters.sslrootcert === 'system';
  const named = parameters.sslmode ?? jdbcMode(parameters.ssl) ?? (system ? 'verify-full' : 'prefer');
  // node-postgres' own name for what libpq calls `require`.
  const mode = sslModes.find((known) => known === (named === 'no-verify' ? 'require' : named));
  if (!mode) throw new DatabaseUrlError(`DATABASE_URL: sslmode must be one of ${sslModes.join(', ')}.`);
  if (system && mode !== 'verify-full') {
    throw new DatabaseUrlError('DATABASE_URL: sslrootcert=system works with sslmode=verify-full only.');
  }
  // As in libpq: with a root certificate at hand, `require` does not accept just any server.
  return mode === 'require' && parameters.sslrootcert ? 'verify-ca' : mode;
}

function jdbcMode(ssl: string | undefined): string | undefined {
  if (ssl === undefined) return undefined;
  return ssl === 'false' || ssl === '0' ? 'disable' : 'require';
}

function negotiation(mode: SslMode, { sslnegotiation }: SslParameters): { sslnegotiation?: 'direct' } {
  if (sslnegotiation !== 'direct') return {};
  if (mode === 'allow' || mode === 'prefer') {
    throw new DatabaseUrlError('DATABASE_URL: sslnegotiation=direct needs sslmode=require or stronger.');
  }
  return { sslnegotiation };
}

function tlsOf(mode: SslMode, parameters: SslParameters, readFile: ReadFile): ConnectionOptions {
  const { sslrootcert, sslcert, sslkey, sslpassword } = parameters;
  if ((sslcert === undefined) !== (sslkey === undefined)) {
    throw new DatabaseUrlError('DATABASE_URL: sslcert and sslkey go together.');
  }
  const client: ConnectionOptions = {};
  if (sslcert) client.cert = readNamed('sslcert', sslcert, readFile);
  if (sslkey) client.key = readNamed('sslkey', sslkey, readFile);
  if (sslpassword) client.passphrase = sslpassword;
  if (mode !== 'verify-ca' && mode !== 'verify-full') return { ...client, rejectUnauthorized: false };
  if (sslrootcert === 'system') client.ca = getCACertificates('system');
  else if (sslrootcert) client.ca = readNamed('sslrootcert', sslrootcert, readFile);
  if (mode === 'verify-full') return { ...client, rejectUnauthorized: true };
  if (!client.ca) throw new DatabaseUrlError('DATABASE_URL: sslmode=verify-ca needs sslrootcert.');
  return { ...client, rejectUnauthorized: true, checkServerIdentity: () => undefined };
}

function readNamed(parameter: string, path: string, readFile: ReadFile): string {
  try {
    return readFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUrlError(`DATABASE_URL: the file of ${parameter} cannot be read (${reason}).`);
  }
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
