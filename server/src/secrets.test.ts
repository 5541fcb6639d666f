import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { keptSecret, loadSecrets } from './secrets.ts';

const KEY = Buffer.alloc(32, 7);

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bellhop-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

test('are generated once, into files that only their owner reads', () => {
  const dataDir = join(temporaryDirectory(), 'deep', 'data');
  const config = readConfig({ DATA_DIR: dataDir });
  const first = loadSecrets(config);
  expect(first.masterKey).toHaveLength(32);
  expect(first.adminToken).toMatch(/^[0-9A-Za-z]{40}$/);
  expect(loadSecrets(config)).toEqual(first);

  expect(readdirSync(dataDir).sort()).toEqual(['admin-token', 'master-key']);
  for (const name of ['admin-token', 'master-key'])
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(dataDir, 'master-key'), 'utf8')).toBe(`${first.masterKey.toString('base64')}\n`);
});

test('differ from system to system', () => {
  const [one, two] = [
    loadSecrets(readConfig({ DATA_DIR: temporaryDirectory() })),
    loadSecrets(readConfig({ DATA_DIR: temporaryDirectory() })),
  ];
  expect(one.masterKey.equals(two.masterKey)).toBe(false);
  expect(one.adminToken).not.toBe(two.adminToken);
});

test('that the operator gave are used as they are, and leave no file', () => {
  const dataDir = temporaryDirectory();
  const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY: KEY.toString('base64'), ADMIN_TOKEN: 'operator' });
  expect(loadSecrets(config)).toEqual({ masterKey: KEY, adminToken: 'operator' });
  expect(readdirSync(dataDir)).toEqual([]);
});

test('are never generated beside a database of its own: without ADMIN_TOKEN the operator API stays off', () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'admin-token'), 'of-the-embedded-days\n');
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://db/b', MASTER_KEY: KEY.toString('base64') });
  expect(loadSecrets(config)).toEqual({ masterKey: KEY, adminToken: undefined });
  expect(readdirSync(dataDir)).toEqual(['admin-token']);
});

test('an empty file is told, not replaced: it may be what is left of a key in use', () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'master-key'), '');
  expect(() => keptSecret(dataDir, 'master-key', () => 'new')).toThrow(/master-key is empty/);
  expect(readdirSync(dataDir)).toEqual(['master-key']);
});

test('a file is closed also in a directory that others can enter', () => {
  const dataDir = temporaryDirectory();
  chmodSync(dataDir, 0o755);
  keptSecret(dataDir, 'some-secret', () => 'value');
  expect(statSync(join(dataDir, 'some-secret')).mode & 0o777).toBe(0o600);
});

test('ten processes that start at once agree on every secret', async () => {
  const dataDir = temporaryDirectory();
  // Each tells that it is ready and waits for the word, so that all of them race for the same files.
  const script = `
    const { keptSecret } = await import(${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)});
    process.stdout.write('ready\\n');
    process.stdin.once('data', () => {
      const names = Array.from({ length: 50 }, (_, index) => 'secret-' + index);
      const found = names.map((name) => keptSecret(${JSON.stringify(dataDir)}, name, () => process.pid + '-' + name));
      process.stdout.write(JSON.stringify(found), () => process.exit(0));
    });`;
  const racers = Array.from({ length: 10 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  onTestFinished(() => racers.forEach((racer) => void racer.kill('SIGKILL')));
  const answers = racers.map((racer) => text(racer.stdout));
  await Promise.all(racers.map((racer) => new Promise((ready) => racer.stdout.once('data', ready))));
  for (const racer of racers) racer.stdin.write('go');
  const found = (await Promise.all(answers)).map((answer) => JSON.parse(answer.replace('ready\n', '')) as string[]);

  expect(found).toHaveLength(10);
  for (const secrets of found) expect(secrets).toEqual(found[0]);
  expect(found[0]).toHaveLength(50);
  expect(readdirSync(dataDir)).toHaveLength(50);
});
