// A process that delivers webhooks until it is killed.
import { pino } from 'pino';
import { Notifications, openDatabase } from '#db';
import { createOutgoing } from '#lib/outgoing/index.ts';
import { createSeal } from '#lib/seal.ts';
import { Webhooks } from './index.ts';

const { connection, masterKey } = JSON.parse(process.argv[2] ?? '');
const open = openDatabase(connection, { onError: () => {} });
new Webhooks({
  database: open.database,
  queues: open.queues,
  notifications: new Notifications(open.pool, () => {}),
  clock: { now: () => new Date() },
  log: pino({ level: 'silent' }),
  seal: createSeal(Buffer.from(masterKey, 'base64'), 'webhook secrets'),
  outgoing: createOutgoing({ allow: ['127.0.0.0/8'], refusePorts: [], userAgent: 'test' }),
  retryPolicy: 'day',
  headerPrefix: 'X-Service',
  version: '0.0.0',
}).start();
setInterval(() => {}, 60_000);
