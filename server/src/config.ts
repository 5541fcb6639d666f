/**
 * The environment, read once. Every problem is reported at once, so that an operator fixes a
 * configuration in one round. `process.env` is read nowhere else.
 */
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { isAllowEntry } from '#lib/outgoing/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const ROLES = ['api', 'worker', 'bots'] as const;
export type Role = (typeof ROLES)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable with its default as shown in `.env.example`; a test compares the two. */
export const VARIABLES = {
  HOST: '127.0.0.1',
  PORT: '8080',
  BASE_URL: 'http://localhost:$PORT',
  DATA_DIR: './data',
  DATABASE_URL: '',
  MASTER_KEY: '',
  ADMIN_TOKEN: '',
  TELEGRAM_BOT_TOKEN: '',
  TELEGRAM_API_ROOT: 'https://api.telegram.org',
  TELEGRAM_UPDATES: 'polling',
  MAX_BOT_TOKEN: '',
  MAX_API_ROOT: 'https://platform-api2.max.ru',
  MAX_UPDATES: 'polling',
  MAX_CA_FILE: '',
  SANDBOX: 'auto',
  SANDBOX_PORT: '8081',
  BOT_MESSAGES_PER_SECOND: '30',
  ROLES: 'api,worker,bots',
  WEBHOOK_RETRY_POLICY: 'day',
  WEBHOOK_ALLOW_HOSTS: '',
  WEBHOOK_HEADER_PREFIX: 'X-Service',
  TRUST_PROXY: 'off',
  LOG_LEVEL: 'info',
} as const;

type Variable = keyof typeof VARIABLES;

export type BotConfig = {
  token: string | undefined;
  apiRoot: string;
  updates: 'polling' | 'webhook';
};

export type Config = {
  host: string;
  port: number;
  baseUrl: string;
  dataDir: string;
  /** Unset: an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  masterKey: Buffer | undefined;
  adminToken: string | undefined;
  telegram: BotConfig;
  max: BotConfig & { caFile: string | undefined };
  sandbox: { port: number } | undefined;
  /** How fast a bot may send; 0 is as fast as it can. */
  botMessagesPerSecond: number;
  roles: ReadonlySet<Role>;
  webhooks: { retryPolicy: 'day' | 'quick'; allowHosts: string[]; headerPrefix: string };
  trustProxy: boolean | string[];
  logLevel: (typeof LOG_LEVELS)[number];
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n- ${problems.join('\n- ')}`,
    );
    this.problems = problems;
  }
}

export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const read = reader(env, problems);
  const production = env['NODE_ENV'] === 'production';

  const port = read.port('PORT');
  const sandboxPort = read.port('SANDBOX_PORT');
  const databaseUrl = read.optional('DATABASE_URL');
  const telegram: BotConfig = {
    token: read.optional('TELEGRAM_BOT_TOKEN'),
    apiRoot: read.origin('TELEGRAM_API_ROOT'),
    updates: read.choice('TELEGRAM_UPDATES', ['polling', 'webhook']),
  };
  const max = {
    token: read.optional('MAX_BOT_TOKEN'),
    apiRoot: read.origin('MAX_API_ROOT'),
    updates: read.choice('MAX_UPDATES', ['polling', 'webhook']),
    caFile: read.optional('MAX_CA_FILE'),
  } as const;

  const sandboxWish = read.choice('SANDBOX', ['auto', 'on', 'off']);
  const noBots = telegram.token === undefined && max.token === undefined;
  if (sandboxWish === 'on' && production)
    problems.push('SANDBOX=on is refused with NODE_ENV=production: set SANDBOX=off.');
  const sandboxed =
    sandboxWish === 'on' || (sandboxWish === 'auto' && noBots && databaseUrl === undefined && !production);

  const baseUrl =
    env['BASE_URL'] && env['BASE_URL'] !== VARIABLES.BASE_URL ? read.origin('BASE_URL') : `http://localhost:${port}`;
  for (const [name, bot] of [
    ['TELEGRAM_UPDATES', telegram],
    ['MAX_UPDATES', max],
  ] as const) {
    if (bot.updates === 'webhook' && !sandboxed && !baseUrl.startsWith('https://')) {
      problems.push(`${name}=webhook needs an https BASE_URL that the messenger can reach.`);
    }
  }

  const masterKey = read.masterKey();
  if (databaseUrl !== undefined) {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl))
      problems.push('DATABASE_URL must start with postgres:// or postgresql://.');
    if (env['MASTER_KEY'] === undefined || env['MASTER_KEY'] === '') {
      problems.push('MASTER_KEY is required with DATABASE_URL: 32 random bytes in base64 (openssl rand -base64 32).');
    }
  }

  const config: Config = {
    host: read.text('HOST'),
    port,
    baseUrl,
    dataDir: resolve(read.text('DATA_DIR')),
    databaseUrl,
    masterKey,
    adminToken: read.optional('ADMIN_TOKEN'),
    telegram,
    max,
    sandbox: sandboxed ? { port: sandboxPort } : undefined,
    botMessagesPerSecond: read.wholeNumber('BOT_MESSAGES_PER_SECOND', 1_000),
    roles: new Set(read.list('ROLES', ROLES)),
    webhooks: {
      retryPolicy: read.choice('WEBHOOK_RETRY_POLICY', ['day', 'quick']),
      allowHosts: env['WEBHOOK_ALLOW_HOSTS'] || !sandboxed ? read.hosts('WEBHOOK_ALLOW_HOSTS') : ['127.0.0.0/8', '::1'],
      headerPrefix: read.headerPrefix(),
    },
    trustProxy: read.trustProxy(),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS),
  };
  if (config.roles.size === 0) problems.push(`ROLES must name at least one of ${ROLES.join(', ')}.`);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Typed readers over the environment; each pushes its own complaint and answers something usable. */
function reader(env: Environment, problems: string[]) {
  const text = (name: Variable): string => env[name] || VARIABLES[name];
  const optional = (name: Variable): string | undefined => env[name] || undefined;
  const items = (name: Variable): string[] =>
    text(name)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');

  return {
    text,
    optional,
    port(name: Variable): number {
      const value = text(name);
      const port = Number(value);
      if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
      problems.push(`${name} must be a port number from 0 to 65535; it is "${value}".`);
      return 0;
    },
    wholeNumber(name: Variable, most: number): number {
      const value = text(name);
      if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value);
      problems.push(`${name} must be a whole number from 0 to ${most}; it is "${value}".`);
      return 0;
    },
    origin(name: Variable): string {
      const value = text(name);
      const url = URL.parse(value);
      const plain = url !== null && /^https?:$/.test(url.protocol) && !/[@?#]/.test(value);
      // What stands before an @ or after a ? may be a secret.
      const shown = /[@?]/.test(value) ? '' : `; it is "${value}"`;
      if (!plain)
        problems.push(`${name} must be an http or https address without credentials, query or fragment${shown}.`);
      else if (name === 'BASE_URL' && url.pathname !== '/')
        problems.push(`BASE_URL must have no path; it is "${value}".`);
      return value.replace(/\/+$/, '');
    },
    choice<const T extends readonly string[]>(name: Variable, choices: T): T[number] {
      const value = text(name);
      if (choices.includes(value)) return value;
      problems.push(`${name} must be one of ${choices.join(', ')}; it is "${value}".`);
      return choices[0] as T[number];
    },
    list<const T extends readonly string[]>(name: Variable, choices: T): T[number][] {
      const wrong = items(name).filter((item) => !choices.includes(item));
      if (wrong.length > 0)
        problems.push(`${name} may list ${choices.join(', ')}; it also has "${wrong.join('", "')}".`);
      return items(name);
    },
    hosts(name: Variable): string[] {
      for (const item of items(name)) {
        if (!isAllowEntry(item))
          problems.push(`${name} lists hosts, addresses and CIDR ranges; "${item}" is none of these.`);
      }
      return items(name);
    },
    masterKey(): Buffer | undefined {
      const value = optional('MASTER_KEY');
      if (value === undefined) return undefined;
      // Buffer skips over what is not base64, so the form is checked first.
      if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64');
      problems.push('MASTER_KEY must be 32 bytes in base64 (openssl rand -base64 32).');
      return undefined;
    },
    headerPrefix(): string {
      const value = text('WEBHOOK_HEADER_PREFIX');
      if (!/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(value)) {
        problems.push(`WEBHOOK_HEADER_PREFIX must be up to 40 letters, digits and hyphens; it is "${value}".`);
      }
      return value;
    },
    trustProxy(): boolean | string[] {
      const value = text('TRUST_PROXY').toLowerCase();
      if (['off', 'false', 'no', '0'].includes(value)) return false;
      if (['on', 'true', 'yes'].includes(value)) return true;
      // A bare number, which elsewhere counts proxies, would pass as an address.
      const wrong = items('TRUST_PROXY').filter(
        (item) => /^\w+$/.test(item) || (!ipaddr.isValid(item) && !ipaddr.isValidCIDR(item)),
      );
      if (wrong.length > 0)
        problems.push(
          `TRUST_PROXY must be off, on or a list of addresses and CIDR ranges; "${wrong[0]}" is none of these.`,
        );
      return items('TRUST_PROXY');
    },
  };
}
