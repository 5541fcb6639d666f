import { randomBytes } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { type Config, type Environment, readConfig } from '#config';
import type { OpenDatabase } from '#db';
import { type App, createApp } from '../../src/app.ts';
import { type ConfiguredMessenger, configuredMessengers } from '../../src/configured-messengers.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type CapturedLog, captureLog } from './log.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

export type TestAnswer = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; typed loosely, because tests look into it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting.
  json: any;
};

type TestCall = (
  method: string,
  path: string,
  options?: { key?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<TestAnswer>;

type TestProject = { projectId: string; slug: string; apiKey: string; call: TestCall };

export type TestApp = App & {
  url: string;
  config: Config;
  clock: TestClock;
  open: OpenDatabase;
  log: CapturedLog;
  sandbox: TestSandbox | undefined;
  adminToken: string;
  call: TestCall;
  /** By the operator API, as an operator would. */
  createProject(fields?: Record<string, unknown>): Promise<TestProject>;
  /** Remembers a secret that must appear in no log line; checked when the test file ends. */
  keepOutOfLogs(secret: string): void;
};

export type TestAppOptions = {
  env?: Environment;
  database?: TestDatabase;
  clock?: TestClock;
  /** Simulated messengers of its own, reached at `sandbox`. */
  sandbox?: boolean;
  /** A test's own messengers, in place of simulated ones. */
  messengers?: ConfiguredMessenger[];
  /** The same for all apps that share a database; a random one unless given. */
  masterKey?: Buffer;
  /** Routes of a test's own, added before the server listens. */
  extend?: (app: App) => Promise<void> | void;
};

/** The program on a free port and a database of its own; stopped, and its log searched for secrets, at the end of the file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? createTestClock();
  const log = captureLog();
  const adminToken = `admin-${randomBytes(12).toString('hex')}`;
  const masterKey = options.masterKey ?? randomBytes(32);
  const config = readConfig({
    PORT: '0',
    BASE_URL: 'http://bellhop.test',
    SANDBOX: 'off',
    LOG_LEVEL: 'trace',
    ...options.env,
  });
  const sandbox = options.sandbox ? await startTestSandbox() : undefined;
  const messengers = options.messengers ?? (sandbox ? configuredMessengers(config, log.log, sandbox) : []);
  const secretsOfApp = { masterKey, adminToken };
  const app = await createApp({ config, secrets: secretsOfApp, log: log.log, clock, open: database, messengers });
  await options.extend?.(app);
  const url = await app.start();
  const secrets = new Set([adminToken, masterKey.toString('base64'), masterKey.toString('hex')]);
  const call = caller(url, secrets);

  afterAll(async () => {
    await app.stop();
    const leaked = [...secrets].filter((secret) => log.text().includes(secret));
    expect(leaked, 'secrets in the log').toEqual([]);
  });

  let made = 0;
  return {
    ...app,
    url,
    config,
    clock,
    open: database,
    log,
    sandbox,
    adminToken,
    call,
    keepOutOfLogs: (secret) => void secrets.add(secret),
    async createProject(fields = {}) {
      made += 1;
      const body = { name: `Project ${made}`, slug: `project-${made}`, ...fields };
      const answer = await call('POST', '/admin/v1/projects', { key: adminToken, body });
      expect(answer.status, answer.text).toBe(201);
      const apiKey = String(answer.json.api_key);
      secrets.add(apiKey);
      return {
        projectId: answer.json.project_id,
        slug: answer.json.slug,
        apiKey,
        call: (method, path, rest = {}) => call(method, path, { key: apiKey, ...rest }),
      };
    },
  };
}

function caller(url: string, secrets: Set<string>): TestCall {
  return async (method, path, { key, body, headers = {} } = {}) => {
    // Shorter ones are a test's made-up keys, and words of any log.
    if (key !== undefined && key.length > 8) secrets.add(key);
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
}
