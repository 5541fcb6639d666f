import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { clusterName } from './server-settings.ts';

const fast = { fsync: 'off', max_connections: '20' };
const isRoot = process.geteuid?.() === 0;

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('keeps its data over a restart', async () => {
    const dataDir = await makeDataDir();
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await query(second, 'SELECT current_database() AS name')).toEqual([{ name: 'bellhop' }]);
  });

  test('applies the settings that it is given', async () => {
    const database = await start(await makeDataDir());
    expect(await query(database, 'SHOW max_connections')).toEqual([{ max_connections: '20' }]);
    expect(await query(database, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);
  });

  test('refuses a data directory that another start holds, and gives it free on stop', async () => {
    const dataDir = await makeDataDir();
    const first = await start(dataDir);
    await expect(start(dataDir)).rejects.toMatchObject({
      problem: 'already_running',
      message: expect.stringContaining(dataDir),
    });
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first.stop();
    await start(dataDir);
  });

  test('a killed owner leaves committed rows, no running database and a directory that starts', async () => {
    const dataDir = await makeDataDir();
    const owner = await runOwner(dataDir, 'row committed');
    const name = await clusterName(join(dataDir, 'postgres'));
    expect(await processesNamed(name)).not.toEqual([]);
    await kill(owner);
    const database = await start(dataDir);
    expect(await query(database, 'SELECT value FROM kept')).toEqual([{ value: 'committed' }]);
    await database.stop();
    expect(await processesNamed(name)).toEqual([]);
  });

  test('a database whose postmaster was killed too starts again', async () => {
    const dataDir = await makeDataDir();
    const owner = await runOwner(dataDir, 'row committed');
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    await kill(owner);
    const database = await start(dataDir);
    expect(await query(database, 'SELECT value FROM kept')).toEqual([{ value: 'committed' }]);
  });

  test('a start that was killed while the database was being created is repeated from nothing', async () => {
    const dataDir = await makeDataDir();
    const owner = await runOwner(dataDir, 'Creating the database');
    await until(async () => (await halfBuilt(dataDir)).length > 0);
    await kill(owner);
    expect(await readdir(dataDir)).not.toContain('postgres');
    const database = await start(dataDir);
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is not misled by a postmaster.pid that names an unrelated process', async () => {
    const dataDir = await makeDataDir();
    const first = await start(dataDir);
    await first.stop();
    const clusterDir = join(dataDir, 'postgres');
    const { uid, gid } = await stat(clusterDir);
    const bystander = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    onTestFinished(() => void bystander.kill());
    const pidFile = join(clusterDir, 'postmaster.pid');
    await writeFile(pidFile, `${bystander.pid}\n${clusterDir}\n1700000000\n5432\n.\n\n  1  1\nready   \n`);
    await chown(pidFile, uid, gid);
    const second = await start(dataDir);
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });

  test('refuses a database of another major version and names both', async () => {
    const dataDir = await makeDataDir();
    const first = await start(dataDir);
    await first.stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toMatchObject({
      problem: 'wrong_version',
      message: expect.stringMatching(/PostgreSQL 15; this Bellhop brings \d\d/),
    });
  });

  test('refuses a data directory that is a file', async () => {
    const dataDir = await makeDataDir();
    await writeFile(join(dataDir, 'taken'), '');
    await expect(start(join(dataDir, 'taken'))).rejects.toMatchObject({ problem: 'not_writable' });
  });

  test('says what the server said when it does not start', async () => {
    const attempt = startEmbeddedPostgres({ dataDir: await makeDataDir(), settings: { max_connections: 'many' } });
    await expect(attempt).rejects.toMatchObject({
      problem: 'start_failed',
      message: expect.stringContaining('invalid value for parameter "max_connections"'),
    });
  });

  test('begins a new log when the old one is over 10 MB, and keeps it aside', async () => {
    const dataDir = await makeDataDir();
    const log = join(dataDir, 'postgres.log');
    await writeFile(log, '');
    await truncate(log, 11 * 1024 * 1024);
    await start(dataDir);
    expect((await stat(log)).size).toBeLessThan(100_000);
    expect((await stat(`${log}.old`)).size).toBe(11 * 1024 * 1024);
  });

  test('works in a directory with a very long path, spaces and Cyrillic letters', async () => {
    const dataDir = join(await makeDataDir(), 'данные гостиницы '.repeat(6).trim(), 'и ещё'.repeat(10));
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    expect(await query(await start(dataDir), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)('as root works below a directory that only root can enter', async () => {
    const locked = await makeDataDir();
    await chmod(locked, 0o700);
    const dataDir = join(locked, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    const database = await start(dataDir);
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
  });
});

async function makeDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-embedded-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, settings: fast });
  onTestFinished(() => database.stop());
  return database;
}

async function query(database: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the fixture and waits until it has said a line that begins so. */
async function runOwner(dataDir: string, line: string): Promise<ChildProcess> {
  const fixture = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url));
  const owner = spawn(process.execPath, [fixture, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void owner.kill('SIGKILL'));
  for await (const said of createInterface({ input: owner.stdout })) {
    if (said.startsWith(line)) return owner;
  }
  throw new Error(`The owner ended without saying "${line}"`);
}

async function kill(owner: ChildProcess): Promise<void> {
  owner.kill('SIGKILL');
  if (owner.exitCode === null && owner.signalCode === null) await once(owner, 'exit');
}

async function halfBuilt(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  return names.filter((name) => name.startsWith('postgres.new-') && name.endsWith('PG_VERSION'));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

async function processesNamed(name: string): Promise<string[]> {
  const ps = spawn('ps', ['-axo', 'command='], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = await Array.fromAsync(createInterface({ input: ps.stdout }));
  return lines.filter((line) => line.includes(name));
}
