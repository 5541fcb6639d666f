import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#config';
import { startTestApp } from '#test/app.ts';
import { loadSecrets } from '../secrets.ts';
import { commandLineOf } from './cli.fixture.ts';

const app = await startTestApp();
const bellhop = commandLineOf(app);

async function listen(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bellhop-cli-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

test('without a server: one sentence and exit code 1', async () => {
  const gone = await listen(() => {});
  await new Promise((closed) => gone.server.close(closed));
  const { code, out, err } = await bellhop(['projects', 'list', '--url', gone.url]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe(
    `No answer from Bellhop at ${gone.url} (connection refused): start it with "npm start", or name another address with --url.\n`,
  );
});

test('something else at the address is not taken for Bellhop, nor followed elsewhere', async () => {
  const other = await listen((_request, response) => response.writeHead(302, { location: app.url }).end('<html>'));
  onTestFinished(() => void other.server.close());
  const { code, err } = await bellhop(['projects', 'list', '--url', other.url]);
  expect(code).toBe(1);
  expect(err).toContain('is not Bellhop (status 302)');
});

test('takes the token that the server keeps in DATA_DIR, and makes none', async () => {
  const dataDir = temporaryDirectory();
  const found = { BASE_URL: app.url, DATA_DIR: dataDir };
  const none = await bellhop(['projects', 'list'], { env: found });
  expect(none.code).toBe(2);
  expect(none.err).toContain('ADMIN_TOKEN');

  const kept = loadSecrets(readConfig({ DATA_DIR: dataDir })).adminToken;
  app.keepOutOfLogs(kept ?? '');
  expect((await bellhop(['projects', 'list'], { env: found })).err).toContain('(invalid_api_key)');
  writeFileSync(join(dataDir, 'admin-token'), `${app.adminToken}\n`);
  expect((await bellhop(['projects', 'list'], { env: found })).code).toBe(0);
});

test('sends the kept token to its own system only', async () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'admin-token'), app.adminToken);
  const away = await bellhop(['projects', 'list', '--url', 'https://elsewhere.example'], {
    env: { DATA_DIR: dataDir },
  });
  expect(away.code).toBe(2);
  const { code } = await bellhop(['projects', 'list', '--url', app.url], { env: { DATA_DIR: dataDir } });
  expect(code).toBe(0);
});

test('a broken configuration is told with all of its problems', async () => {
  const { code, err } = await bellhop(['projects', 'list'], { env: { PORT: 'x', LOG_LEVEL: 'loud' } });
  expect(code).toBe(2);
  expect(err).toContain('PORT must be');
  expect(err).toContain('LOG_LEVEL must be');
});
