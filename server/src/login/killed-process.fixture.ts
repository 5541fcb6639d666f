// An app that is given taps all at once, and kills itself with SIGKILL at the n-th statement: before it is sent, or
// when it is sent and not answered. Without a number it only counts the statements.
import pg from 'pg';
import { openDatabase } from '#db';
import type { Incoming } from '#messengers';
import { createApp } from '../app.ts';
import { createScriptedMessenger } from '../bots/scripted-messenger.fixture.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';

export type KilledProcessOptions = {
  connection: { host: string; user: string; database: string };
  masterKey: string;
  now: string;
  taps: (Incoming & { kind: 'tap' })[];
  killAt: { statement: number; sent: boolean } | null;
};

const { connection, masterKey, now, taps, killAt } = JSON.parse(process.argv[2] ?? '') as KilledProcessOptions;
const app = await createApp({
  config: readConfig({ PORT: '0', ROLES: 'api', SANDBOX: 'off', LOG_LEVEL: 'fatal' }),
  secrets: { masterKey: Buffer.from(masterKey, 'base64'), adminToken: undefined },
  log: createLog('fatal', process.stderr),
  clock: { now: () => new Date(now) },
  open: openDatabase(connection, { onError: () => {} }),
  messengers: [{ messenger: createScriptedMessenger('telegram'), updates: 'polling' }],
});
// Who the bot is, asked before anything counts.
await app.bots.identity('telegram');

let statements = 0;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements += 1;
  if (statements !== killAt?.statement) return query.apply(this, args);
  if (killAt.sent) query.apply(this, args);
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
} as typeof pg.Client.prototype.query;

const revived = taps.map((tap) => ({ ...tap, at: new Date(tap.at) }));
await Promise.all(revived.map((tap) => app.bots.receive('telegram', tap)));
process.stdout.write(String(statements));
process.exit();
