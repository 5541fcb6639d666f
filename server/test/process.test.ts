/** The program as an operator meets it: a process of its own, an embedded database, signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, databaseUrl } from '#test/database.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

type Server = { url: string; child: ChildProcess; output: () => string; exited: Promise<number | null> };

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

async function launch(env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], PORT: String(port), SANDBOX: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  // Asked, not killed: a killed one leaves a database that still writes into the directory being removed.
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, exited };
}

async function ready(server: Server): Promise<void> {
  await Promise.race([
    expect
      .poll(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status, { timeout: 20_000 })
      .toBe(200),
    server.exited.then(() => Promise.reject(new Error(`it stopped:\n${server.output()}`))),
  ]);
}

async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-process-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test('first start: a banner whose curl line works; SIGTERM: exit 0; next start: the same key', async () => {
  const env = { DATA_DIR: await dataDirectory(), SANDBOX: 'on', SANDBOX_PORT: String(await freePort()) };
  const first = await launch(env);
  await ready(first);
  await expect.poll(first.output).toContain('curl');
  const key = /bh_live_[0-9A-Za-z]{32}/.exec(first.output())?.[0];
  const answer = await fetch(`${first.url}/v1/project`, { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ slug: 'demo' });
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);

  const second = await launch(env);
  await ready(second);
  await expect.poll(second.output).toContain(String(key));
  second.child.kill('SIGINT');
  expect(await second.exited).toBe(0);
});

test('a second server on the same DATA_DIR says so and stops', async () => {
  const env = { DATA_DIR: await dataDirectory() };
  const first = await launch(env);
  await ready(first);
  const second = await launch(env);
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(/Another Bellhop is running/);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test('after kill -9 the next start just works, and what was committed is there', async () => {
  const env = { DATA_DIR: await dataDirectory(), ADMIN_TOKEN: 'an-admin-token-for-this-test' };
  const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' };
  const first = await launch(env);
  await ready(first);
  await fetch(`${first.url}/admin/v1/projects`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Kept', slug: 'kept' }),
  });
  first.child.kill('SIGKILL');
  await first.exited;
  const second = await launch(env);
  await ready(second);
  const { projects } = (await (await fetch(`${second.url}/admin/v1/projects`, { headers })).json()) as {
    projects: unknown[];
  };
  expect(projects).toHaveLength(1);
});

test('every problem of a configuration is listed at once, exit code 1, no secret shown', async () => {
  const server = await launch({
    PORT: 'high',
    ROLES: 'api,king',
    LOG_LEVEL: 'loud',
    MASTER_KEY: 'hunter2-hunter2',
    DATA_DIR: await dataDirectory(),
  });
  expect(await server.exited).toBe(1);
  for (const name of ['PORT', 'ROLES', 'LOG_LEVEL', 'MASTER_KEY']) expect(server.output()).toContain(name);
  expect(server.output()).not.toContain('hunter2');
});

test('two processes on one database: at most 300 allowed requests in a window in total, and at least 297', async () => {
  const { connection } = await createTestDatabase();
  const env = {
    DATABASE_URL: databaseUrl(connection),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ADMIN_TOKEN: 'an-admin-token-for-this-test',
    DATA_DIR: await dataDirectory(),
  };
  const servers = [await launch(env), await launch(env)];
  await Promise.all(servers.map(ready));
  const made = await fetch(`${servers[0]?.url}/admin/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Busy', slug: 'busy' }),
  });
  const { api_key } = (await made.json()) as { api_key: string };
  const call = async (index: number) =>
    (await fetch(`${servers[index % 2]?.url}/v1/project`, { headers: { authorization: `Bearer ${api_key}` } })).status;
  const statuses = await Promise.all(Array.from({ length: 500 }, (_, index) => call(index)));
  const allowed = statuses.filter((status) => status === 200).length;
  expect(allowed).toBeLessThanOrEqual(300);
  expect(allowed).toBeGreaterThanOrEqual(297);
  expect(statuses.filter((status) => status === 429)).toHaveLength(500 - allowed);
});

test('a port that is taken is said in one sentence', async () => {
  const blocker = createServer();
  await new Promise<void>((listening) => blocker.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void blocker.close());
  const { port } = blocker.address() as { port: number };
  const server = await launch({ DATA_DIR: await dataDirectory(), PORT: String(port) });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(`Port ${port} on 127.0.0.1 is taken`);
});
