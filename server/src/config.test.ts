import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig, VARIABLES } from './config.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const external = { DATABASE_URL: 'postgres://bellhop@db/bellhop', MASTER_KEY: KEY };

function problemsOf(env: Environment): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('.env.example', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const uncommented = text.replace(/^# (?=[A-Z_]+=)/gm, '');

  test('lists every variable once, commented out, with its default', () => {
    expect(parseEnv(text)).toEqual({});
    expect(parseEnv(uncommented)).toEqual(VARIABLES);
    expect(uncommented.match(/^[A-Z_]+=/gm)).toHaveLength(Object.keys(VARIABLES).length);
  });

  test('changes nothing when every line is uncommented', () => {
    expect(readConfig(parseEnv(uncommented))).toEqual(readConfig({}));
  });
});

test('without any variable every default holds', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    baseUrl: 'http://localhost:8080',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    masterKey: undefined,
    adminToken: undefined,
    telegram: { token: undefined, apiRoot: 'https://api.telegram.org', updates: 'polling' },
    max: { token: undefined, apiRoot: 'https://platform-api2.max.ru', updates: 'polling', caFile: undefined },
    sandbox: { port: 8081 },
    botMessagesPerSecond: 30,
    roles: new Set(['api', 'worker', 'bots']),
    webhooks: { retryPolicy: 'day', allowHosts: ['127.0.0.0/8', '::1'], headerPrefix: 'X-Service' },
    trustProxy: false,
    logLevel: 'info',
  });
});

test('every variable that is set is taken', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '9000',
    BASE_URL: 'https://login.example.com/',
    DATA_DIR: '/srv/bellhop',
    ...external,
    ADMIN_TOKEN: 'operator',
    TELEGRAM_BOT_TOKEN: '1:t',
    TELEGRAM_API_ROOT: 'http://bots.internal:8081/telegram/',
    TELEGRAM_UPDATES: 'webhook',
    MAX_BOT_TOKEN: 'm',
    MAX_API_ROOT: 'https://max.internal',
    MAX_UPDATES: 'webhook',
    MAX_CA_FILE: '/etc/max.pem',
    SANDBOX: 'on',
    SANDBOX_PORT: '9001',
    BOT_MESSAGES_PER_SECOND: '0',
    ROLES: 'worker, bots',
    WEBHOOK_RETRY_POLICY: 'quick',
    WEBHOOK_ALLOW_HOSTS: 'hooks.internal, 10.0.0.0/8, *.lan',
    WEBHOOK_HEADER_PREFIX: 'X-Shop',
    TRUST_PROXY: '10.0.0.1, 172.16.0.0/12',
    LOG_LEVEL: 'debug',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 9000,
    baseUrl: 'https://login.example.com',
    dataDir: '/srv/bellhop',
    databaseUrl: external.DATABASE_URL,
    masterKey: Buffer.alloc(32, 7),
    adminToken: 'operator',
    telegram: { token: '1:t', apiRoot: 'http://bots.internal:8081/telegram', updates: 'webhook' },
    max: { token: 'm', apiRoot: 'https://max.internal', updates: 'webhook', caFile: '/etc/max.pem' },
    sandbox: { port: 9001 },
    botMessagesPerSecond: 0,
    roles: new Set(['worker', 'bots']),
    webhooks: { retryPolicy: 'quick', allowHosts: ['hooks.internal', '10.0.0.0/8', '*.lan'], headerPrefix: 'X-Shop' },
    trustProxy: ['10.0.0.1', '172.16.0.0/12'],
    logLevel: 'debug',
  });
});

test('the default of BASE_URL follows PORT', () => {
  expect(readConfig({ PORT: '9000' }).baseUrl).toBe('http://localhost:9000');
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['BASE_URL', 'localhost'],
  ['BASE_URL', 'ftp://example.com'],
  ['BASE_URL', 'https://example.com/login'],
  ['BASE_URL', 'https://example.com/#top'],
  ['TELEGRAM_API_ROOT', 'api.telegram.org'],
  ['TELEGRAM_UPDATES', 'push'],
  ['MAX_API_ROOT', 'max'],
  ['MAX_UPDATES', 'Polling'],
  ['SANDBOX', 'yes'],
  ['SANDBOX_PORT', 'phone'],
  ['ROLES', 'api,cook'],
  ['ROLES', ','],
  ['WEBHOOK_RETRY_POLICY', 'hourly'],
  ['WEBHOOK_ALLOW_HOSTS', 'good.example,http://bad.example'],
  ['WEBHOOK_HEADER_PREFIX', 'X Service'],
  ['BOT_MESSAGES_PER_SECOND', 'many'],
  ['BOT_MESSAGES_PER_SECOND', '-1'],
  ['BOT_MESSAGES_PER_SECOND', '1001'],
  ['WEBHOOK_HEADER_PREFIX', `X${'-Long'.repeat(10)}`],
  ['TRUST_PROXY', 'nginx'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/8,10.0.0.0/99'],
  ['LOG_LEVEL', 'verbose'],
])('%s=%s is one problem, which names the variable', (name, value) => {
  const problems = problemsOf({ SANDBOX: 'off', [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(name);
});

test('a bad SANDBOX_PORT is told although the sandbox is off', () => {
  expect(problemsOf({ SANDBOX: 'off', SANDBOX_PORT: '99999' })).toHaveLength(1);
});

test('all problems are told at once', () => {
  const problems = problemsOf({
    PORT: 'x',
    LOG_LEVEL: 'x',
    ROLES: 'x',
    SANDBOX: 'x',
    DATABASE_URL: 'mysql://x',
    TRUST_PROXY: 'x',
  });
  const named = ['PORT', 'DATABASE_URL', 'MASTER_KEY', 'SANDBOX', 'ROLES', 'TRUST_PROXY', 'LOG_LEVEL'];
  for (const name of named)
    expect(
      problems.filter((problem) => problem.startsWith(name)),
      name,
    ).toHaveLength(1);
  expect(problems).toHaveLength(named.length);
});

test('the error says how many problems there are, and each one', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
    /^The configuration has 2 problems:\n- PORT .*\n- LOG_LEVEL .*$/,
  );
  expect(() => readConfig({ PORT: 'x' })).toThrow(/^The configuration has a problem:\n- PORT /);
});

describe('the sandbox', () => {
  test.each([
    ['auto without bots and database', {}, true],
    ['auto in development', { NODE_ENV: 'development' }, true],
    ['auto in production', { NODE_ENV: 'production' }, false],
    ['auto with a Telegram bot', { TELEGRAM_BOT_TOKEN: '1:t' }, false],
    ['auto with a MAX bot', { MAX_BOT_TOKEN: 'm' }, false],
    ['auto with a database of its own', external, false],
    ['on with bots and a database', { SANDBOX: 'on', TELEGRAM_BOT_TOKEN: '1:t', ...external }, true],
    ['off', { SANDBOX: 'off' }, false],
  ])('%s', (_, env, runs) => {
    expect(readConfig(env).sandbox !== undefined).toBe(runs);
  });

  test('on is refused in production', () => {
    expect(problemsOf({ SANDBOX: 'on', NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^SANDBOX=on is refused/),
    ]);
  });

  test('opens loopback to webhooks, unless hosts are named; outside of it nothing is open', () => {
    expect(readConfig({ WEBHOOK_ALLOW_HOSTS: '10.0.0.5' }).webhooks.allowHosts).toEqual(['10.0.0.5']);
    expect(readConfig({ SANDBOX: 'off' }).webhooks.allowHosts).toEqual([]);
  });
});

describe('updates by webhook', () => {
  test.each(['TELEGRAM_UPDATES', 'MAX_UPDATES'])('%s=webhook needs an https BASE_URL', (name) => {
    expect(problemsOf({ SANDBOX: 'off', [name]: 'webhook' })).toEqual([
      expect.stringContaining(`${name}=webhook needs an https BASE_URL`),
    ]);
    expect(problemsOf({ SANDBOX: 'off', [name]: 'webhook', BASE_URL: 'https://login.example.com' })).toEqual([]);
  });

  test('the sandbox needs none', () => {
    expect(problemsOf({ TELEGRAM_UPDATES: 'webhook', MAX_UPDATES: 'webhook' })).toEqual([]);
  });
});

describe('secrets', () => {
  test('MASTER_KEY is required with DATABASE_URL', () => {
    expect(problemsOf({ DATABASE_URL: external.DATABASE_URL })).toEqual([
      expect.stringMatching(/^MASTER_KEY is required/),
    ]);
    expect(problemsOf({ ...external, MASTER_KEY: '' })).toHaveLength(1);
    expect(problemsOf(external)).toEqual([]);
  });

  test.each([
    ['too short', Buffer.alloc(31).toString('base64')],
    ['too long', Buffer.alloc(33).toString('base64')],
    ['hexadecimal', Buffer.alloc(32).toString('hex')],
    ['a sentence that base64 would read 32 bytes out of', 'correct horse battery staple, correct horse battery'],
  ])('a MASTER_KEY that is %s is refused', (_, key) => {
    expect(problemsOf({ MASTER_KEY: key })).toEqual([
      'MASTER_KEY must be 32 bytes in base64 (openssl rand -base64 32).',
    ]);
  });

  test.each([
    ['MASTER_KEY', 'hunter2'],
    ['DATABASE_URL', 'mysql://bellhop:hunter2@db/bellhop'],
    ['DATABASE_URL', 'hunter2'],
    ['BASE_URL', 'https://user:hunter2@example.com'],
    ['BASE_URL', 'https://:hunter2@example.com'],
    ['BASE_URL', 'https://example.com/?token=hunter2'],
    ['TELEGRAM_API_ROOT', 'https://user:hunter2@api.example'],
    ['MAX_API_ROOT', 'https://api.example?key=hunter2'],
  ])('a bad %s (%s) is refused without being shown', (name, value) => {
    const text = problemsOf({ SANDBOX: 'off', TELEGRAM_UPDATES: 'webhook', [name]: value }).join('\n');
    expect(text).toContain(name);
    expect(text).not.toContain('hunter2');
  });

  test('good secrets are not shown among the problems of others', () => {
    const secrets = {
      ADMIN_TOKEN: 'hunter2-a',
      TELEGRAM_BOT_TOKEN: 'hunter2-t',
      MAX_BOT_TOKEN: 'hunter2-m',
      MASTER_KEY: KEY,
    };
    const text = problemsOf({
      ...secrets,
      DATABASE_URL: 'postgres://u:hunter2-p@db/b',
      PORT: 'x',
      LOG_LEVEL: 'x',
    }).join('\n');
    expect(text).toContain('PORT');
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(KEY);
  });
});
