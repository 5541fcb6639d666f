// A process that works off jobs until it is killed. Says which it begins, a line each, on its standard output.
import { pino } from 'pino';
import { Notifications, openDatabase } from '#db';
import { LaneWorker } from './index.ts';
import { createJobLedger } from './job-ledger.fixture.ts';

const clock = { now: () => new Date() };
const open = openDatabase(JSON.parse(process.argv[2] ?? ''), { onError: () => {} });
const ledger = createJobLedger(open.database, async ({ id }) => {
  process.stdout.write(`${id}\n`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return 'done';
});
const notifications = new Notifications(open.pool, () => {});
const log = pino({ level: 'silent' });
new LaneWorker({ ledger, database: open.database, clock, log, notifications }).start();
setInterval(() => {}, 60_000);
