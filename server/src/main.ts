/** The process: read the configuration, start the parts its roles ask for, stop on a signal. */
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { makeSetUpLink } from '#accounts';
import {
  connectDatabase,
  DatabaseUrlError,
  EmbeddedPostgresError,
  migrate,
  SchemaTooNew,
  startDatabaseClock,
} from '#db';
import { createApp } from './app.ts';
import { banner } from './banner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { configuredMessengers } from './configured-messengers.ts';
import { ensureDemoProject } from './demo-project.ts';
import { createLog } from './log.ts';
import { type SandboxAddresses, sandboxAt, startConfiguredSandbox } from './sandbox.ts';
import { loadSecrets } from './secrets.ts';
import { VERSION } from './version.ts';

/** In the order they were started; closed in reverse. */
const running: { close(): Promise<void> | void }[] = [];
const stop = new AbortController();

async function start(config: Config, log: Logger): Promise<void> {
  const secrets = loadSecrets(config);
  const open = await connectDatabase(config, log, stop.signal);
  running.push(open);
  const migrated = await migrate(open.pool);
  if (migrated.length > 0) log.info({ migrations: migrated }, 'the schema was brought up to date');
  const clock = await startDatabaseClock(open.pool);
  running.push({ close: () => clock.stop() });

  const sandbox = await joinSandbox(config);
  const messengers = configuredMessengers(config, log, sandbox);
  const app = await createApp({ config, secrets, log, clock, open, messengers });
  running.push({ close: () => app.stop() });
  const demoKey = config.sandbox && (await ensureDemoProject(open.database, clock, config));
  const address = await app.start().catch((error) => {
    throw error.code === 'EADDRINUSE' ? new PortTaken(config.host, config.port, 'PORT') : error;
  });
  log.info({ address, roles: [...config.roles] }, 'listening');
  const { baseUrl } = config;
  const setUpUrl = config.roles.has('api')
    ? await makeSetUpLink({ database: open.database, clock, baseUrl })
    : undefined;
  process.stdout.write(banner({ version: VERSION, baseUrl, phoneUrl: sandbox?.url, demoKey, setUpUrl }));
}

/** One process of a system starts the simulated messengers, the one with the bots; the others only talk to them. */
async function joinSandbox(config: Config): Promise<SandboxAddresses | undefined> {
  if (config.sandbox === undefined) return undefined;
  const { port } = config.sandbox;
  if (!config.roles.has('bots')) return sandboxAt(port);
  const sandbox = await startConfiguredSandbox(config, port).catch((error) => {
    throw error.code === 'EADDRINUSE' ? new PortTaken('127.0.0.1', port, 'SANDBOX_PORT') : error;
  });
  running.push(sandbox);
  return sandbox;
}

async function shutDown(log: Logger, reason: string): Promise<void> {
  if (stop.signal.aborted) return;
  log.info({ reason }, 'stopping');
  stop.abort(new Error(`Stopped by ${reason}.`));
  for (const part of running.toReversed()) await part.close();
  log.info('stopped');
  process.exit(0);
}

class PortTaken extends Error {
  constructor(host: string, port: number, variable: string) {
    super(`Port ${port} on ${host} is taken. Stop what listens there, or set ${variable} to another one.`);
  }
}

/** Failures that an operator can mend: said in their own words, without a stack. */
function isExpected(error: unknown): error is Error {
  const kinds = [ConfigError, DatabaseUrlError, EmbeddedPostgresError, SchemaTooNew, PortTaken];
  return kinds.some((kind) => error instanceof kind);
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown(log, signal));
  // The launcher is gone: nobody would stop this process any more.
  process.on('disconnect', () => void shutDown(log, 'its launcher'));
  // From now on the launcher closes its channel instead of repeating a signal that a whole process group has got.
  process.send?.('watching');
  await start(config, log);
}

try {
  await main();
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`${isExpected(error) ? error.message : (error as Error).stack}\n`);
    for (const part of running.toReversed()) await part.close();
    process.exit(1);
  }
}
