import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAttempts, openFirst } from './database-url.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/index.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);

let directory: string;
let database: EmbeddedPostgres;
let doors: { plain: Server; encrypted: Server };
const certificate = () => join(directory, 'tls.crt');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-tls-'));
  database = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), settings: { fsync: 'off' } });
  const plain = createServer(forward);
  doors = { plain, encrypted: hasOpenssl ? await openEncryptedDoor() : createServer() };
  for (const door of Object.values(doors)) await once(door.listen(0, '127.0.0.1'), 'listening');
}, 60_000);

afterAll(async () => {
  for (const door of Object.values(doors)) door.close();
  await database.stop();
  await rm(directory, { recursive: true, force: true });
});

// A PostgreSQL reached over its Unix socket answers that it has no TLS.
test.each([
  ['', 'plain'],
  ['?sslmode=prefer', 'plain'],
  ['?sslmode=allow', 'plain'],
  ['?sslmode=disable', 'plain'],
])('a server without TLS is reached with %j', async (parameters, expected) => {
  expect(await connectThrough(doors.plain, '127.0.0.1', parameters)).toBe(expected);
});

test('a server without TLS is refused where TLS is required', async () => {
  await expect(connectThrough(doors.plain, '127.0.0.1', '?sslmode=require')).rejects.toThrow('does not support SSL');
});

test.runIf(hasOpenssl)('a server with TLS is reached encrypted unless that is switched off', async () => {
  for (const parameters of ['', '?sslmode=prefer', '?sslmode=require']) {
    expect(await connectThrough(doors.encrypted, '127.0.0.1', parameters)).toBe('encrypted');
  }
});

test.runIf(hasOpenssl)('a certificate of an unknown authority is refused where it is to be verified', async () => {
  const attempt = connectThrough(doors.encrypted, 'localhost', '?sslmode=verify-full');
  await expect(attempt).rejects.toThrow(/self-signed/);
});

test.runIf(hasOpenssl)(
  'a known authority passes verify-ca under any name and verify-full only under its own',
  async () => {
    const known = (mode: string) => `?sslmode=${mode}&sslrootcert=${encodeURIComponent(certificate())}`;
    expect(await connectThrough(doors.encrypted, 'localhost', known('verify-full'))).toBe('encrypted');
    expect(await connectThrough(doors.encrypted, '127.0.0.1', known('verify-ca'))).toBe('encrypted');
    expect(await connectThrough(doors.encrypted, '127.0.0.1', known('require'))).toBe('encrypted');
    await expect(connectThrough(doors.encrypted, '127.0.0.1', known('verify-full'))).rejects.toThrow(/altnames/);
  },
);

async function connectThrough(door: Server, host: string, parameters: string): Promise<'plain' | 'encrypted'> {
  const { port } = door.address() as AddressInfo;
  const attempts = connectionAttempts(`postgres://bellhop@${host}:${port}/bellhop${parameters}`);
  return openFirst(attempts, async (attempt) => {
    const client = new pg.Client(attempt);
    await client.connect();
    await client.query('SELECT 1');
    await client.end();
    return attempt.ssl ? 'encrypted' : 'plain';
  });
}

function forward(client: Socket): void {
  const server = connect(`${database.connection.host}/.s.PGSQL.${database.connection.port}`);
  client.pipe(server).pipe(client);
  client.on('error', () => server.destroy());
  server.on('error', () => client.destroy());
}

/** Speaks TLS as PostgreSQL does: a request of 8 bytes, the answer S, then the handshake. */
async function openEncryptedDoor(): Promise<Server> {
  const keyFile = join(directory, 'tls.key');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certificate()];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject]);
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certificate())]);
  return createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write('S');
      forward(new TLSSocket(client, { isServer: true, key, cert }));
    });
  });
}
