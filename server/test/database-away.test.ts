import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate, openDatabase, waitForDatabase } from '#db';
import { startTestApp } from '#test/app.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/index.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'bellhop-away-'));
const start = () => startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
let server = await start();
const open = openDatabase(server.connection, { onError: () => {} });
await migrate(open.pool);
const app = await startTestApp({ database: { ...open, connection: server.connection } });
const project = await app.createProject();

afterAll(async () => {
  await open.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('while the database is away requests are 503 with Retry-After, and the process goes on when it is back', async () => {
  expect((await project.call('GET', '/v1/project')).status).toBe(200);
  await server.stop();
  for (const path of ['/v1/project', '/readyz']) {
    const answer = await project.call('GET', path);
    expect(answer.status, answer.text).toBe(503);
    expect(answer.json).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  expect((await project.call('GET', '/healthz')).status).toBe(200);
  server = await start();
  await expect.poll(async () => (await project.call('GET', '/v1/project')).status, { timeout: 10_000 }).toBe(200);
});

test('a database that is not there yet is waited for, and said so', async () => {
  await server.stop();
  const said: string[] = [];
  const waiting = waitForDatabase(open.pool, { say: (line) => said.push(line), pauseMs: 20 });
  await expect.poll(() => said.length).toBe(1);
  server = await start();
  await waiting;
  expect(said[0]).toMatch(/^Waiting for the database/);
});

test('waiting ends when the process is told to stop', async () => {
  await server.stop();
  const stop = new AbortController();
  const waiting = waitForDatabase(open.pool, { say: () => {}, signal: stop.signal, pauseMs: 20 });
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow();
  server = await start();
});
