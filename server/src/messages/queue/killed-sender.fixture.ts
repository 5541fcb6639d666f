// A process that sends messages to a platform which never answers. Says what the platform receives, a line each.
import { pino } from 'pino';
import { Notifications, openDatabase } from '#db';
import { Messages } from '../index.ts';
import { createFakeMessenger } from './fake-messenger.fixture.ts';

const clock = { now: () => new Date() };
const open = openDatabase(JSON.parse(process.argv[2] ?? ''), { onError: () => {} });
const telegram = createFakeMessenger('telegram', clock);
telegram.answer(({ act, text }) => {
  process.stdout.write(`${act} ${text}\n`);
  return new Promise(() => {});
});
new Messages({
  database: open.database,
  queues: open.queues,
  notifications: new Notifications(open.pool, () => {}),
  clock,
  log: pino({ level: 'silent' }),
  messengers: new Map([['telegram', telegram]]),
}).start();
setInterval(() => {}, 60_000);
