// A process that receives updates until it is killed, and notes each `/start num_<n>` in the table `seen`.
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase, startDatabaseClock } from '#db';
import { createMax } from '../messengers/max/index.ts';
import { createTelegram } from '../messengers/telegram/index.ts';
import type { BotTimings } from './bot-timings.ts';
import { Bots } from './bots.ts';

export type ProcessOptions = {
  connection: { host: string; user: string; database: string };
  channel: 'telegram' | 'max';
  token: string;
  apiRoot: string;
  timings: Partial<BotTimings>;
};

const { connection, channel, token, apiRoot, timings } = JSON.parse(process.argv[2] ?? '') as ProcessOptions;
const { database, pool } = openDatabase(connection, { onError: () => {} });
const messenger = (channel === 'telegram' ? createTelegram : createMax)({ token, apiRoot });
const bots = new Bots({
  bots: [{ messenger, updates: 'polling' }],
  database,
  clock: await startDatabaseClock(pool),
  log: pino({ level: 'silent' }),
  reply: async () => {},
  masterKey: Buffer.alloc(32),
  baseUrl: 'https://bellhop.test',
  timings,
});
bots.onStart('num', async (tx, { rest, person }) => {
  await sql`insert into seen (n, person, pid) values (${Number(rest)}, ${person.id}, ${process.pid})`.execute(tx);
});
bots.start();
// The test has gone.
process.on('disconnect', () => process.exit());
