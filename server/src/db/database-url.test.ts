import type pg from 'pg';
import { expect, test } from 'vitest';
import { connectionAttempts, openFirst, permitsNextAttempt } from './database-url.ts';

const readFile = (path: string) => `content of ${path}`;
const attempts = (parameters: string) =>
  connectionAttempts(`postgres://u:p@db.example:6432/app${parameters}`, readFile);
const modes = (parameters: string) => attempts(parameters).map(({ ssl }) => describeTls(ssl));
const noTls = new Error('The server does not support SSL connections');

function describeTls(ssl: pg.PoolConfig['ssl']): string {
  if (!ssl) return 'plain';
  if (ssl === true || ssl.rejectUnauthorized !== false) {
    const authority = ssl === true || !ssl.ca ? 'public' : 'own';
    return ssl !== true && ssl.checkServerIdentity ? `${authority} authority` : `${authority} authority and name`;
  }
  return 'unverified';
}

test.each([
  ['', ['unverified', 'plain']],
  ['?sslmode=disable', ['plain']],
  ['?sslmode=allow', ['plain', 'unverified']],
  ['?sslmode=prefer', ['unverified', 'plain']],
  ['?sslmode=require', ['unverified']],
  ['?sslmode=no-verify', ['unverified']],
  ['?ssl=true', ['unverified']],
  ['?ssl=false', ['plain']],
  ['?sslmode=require&sslrootcert=/ca.pem', ['own authority']],
  ['?sslmode=verify-ca&sslrootcert=/ca.pem', ['own authority']],
  ['?sslmode=verify-full&sslrootcert=/ca.pem', ['own authority and name']],
  ['?sslmode=verify-full', ['public authority and name']],
  ['?sslmode=require&uselibpqcompat=true', ['unverified']],
])('%j is tried as %j', (parameters, expected) => {
  expect(modes(parameters)).toEqual(expected);
});

test.each([
  'postgres:///app?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/app',
  'postgres:///app?host=/var/run/postgresql&sslmode=require',
])('a Unix socket is never encrypted: %s', (url) => {
  expect(connectionAttempts(url).map(({ ssl }) => ssl)).toEqual([false]);
});

test('takes a client certificate from its files', () => {
  expect(attempts('?sslmode=require&sslcert=/c.pem&sslkey=/k.pem')[0]?.ssl).toMatchObject({
    cert: 'content of /c.pem',
    key: 'content of /k.pem',
  });
});

test('keeps everything else of the address', () => {
  const [attempt] = attempts('?application_name=a%20b&sslmode=require&options=-c%20x%3D1');
  expect(attempt?.connectionString).toBe(
    'postgres://u:p@db.example:6432/app?application_name=a%20b&options=-c%20x%3D1',
  );
});

test.each([
  ['postgres://u:se/cr#et@db/app', 'percent-encoded'],
  ['mysql://db/app', 'postgres://'],
  ['postgres://a,b/app', 'several hosts'],
  ['postgres://db/app?sslmode=maybe', 'sslmode must be one of'],
  ['postgres://db/app?sslmode=verify-ca', 'needs sslrootcert'],
  ['postgres://db/app?sslmode=require&sslcert=/c.pem', 'go together'],
  ['postgres://db/app?sslmode=require&sslrootcert=system', 'verify-full only'],
  ['postgres://db/app?sslnegotiation=direct', 'sslmode=require or stronger'],
])('refuses %s and says why', (url, reason) => {
  expect(() => connectionAttempts(url, readFile)).toThrow(reason);
});

test('a refusal never quotes the password', () => {
  expect(() => connectionAttempts('postgres://u:hun ter2%@db:x/app')).toThrow(/^(?!.*ter2)/);
});

test('names the parameter whose file cannot be read', () => {
  expect(() => connectionAttempts('postgres://db/app?sslmode=verify-full&sslrootcert=/none.pem')).toThrow(
    'sslrootcert',
  );
});

test.each([
  ['TLS', 'the server has no TLS', noTls, true],
  ['TLS', 'the certificate is not trusted', new Error('self-signed certificate'), false],
  ['TLS', 'the password is wrong', Object.assign(new Error('no'), { code: '28P01' }), false],
  ['TLS', 'the server resets', Object.assign(new Error('reset'), { code: 'ECONNRESET' }), false],
  ['plain', 'the server wants encryption', Object.assign(new Error('no entry'), { code: '28000' }), true],
  ['plain', 'the password is wrong', Object.assign(new Error('no'), { code: '28P01' }), false],
])('after %s, when %s, going on to the next try is %3$s', (way, _, error, expected) => {
  expect(permitsNextAttempt({ ssl: way === 'TLS' ? {} : false }, error)).toBe(expected);
});

test('opens what the server agrees to and throws the last failure', async () => {
  const open = async ({ ssl }: pg.PoolConfig) => {
    if (ssl) throw noTls;
    return 'plain';
  };
  expect(await openFirst(attempts('?sslmode=prefer'), open)).toBe('plain');
  await expect(openFirst(attempts('?sslmode=require'), open)).rejects.toBe(noTls);
});
