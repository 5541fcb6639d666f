// A process that sends broadcasts, as fast as it can, until it is killed. Its messenger is a URL that takes a POST a message.
import { sql } from 'kysely';
import { pino } from 'pino';
import { Notifications, openDatabase } from '#db';
import { Events } from '#events';
import { Messages, paceOf, projectOutcomes } from '#messages';
import { createFakeMessenger } from '../messages/queue/fake-messenger.fixture.ts';
import { BROADCAST_CONTENT, composeBroadcast, compositionCache, outcomeCounting } from './index.ts';

const { connection, url } = JSON.parse(process.argv[2] ?? '');
const clock = { now: () => new Date() };
const { database, queues, pool } = openDatabase(
  { ...connection, application_name: 'bellhop-killed' },
  { onError: () => {} },
);
const notifications = new Notifications(pool, () => {});
const events = new Events();
events.onEmitAll(async (tx, emitted) => {
  const told = emitted.filter(({ name }) => name.startsWith('broadcast.') || name.startsWith('batch.'));
  for (const { name, data } of told) await sql`insert into told values (${name}, ${JSON.stringify(data)})`.execute(tx);
});
const telegram = createFakeMessenger('telegram', clock);
telegram.answer(async ({ person }) => {
  await fetch(url, { method: 'POST', body: person });
  return { ok: true };
});
const messages = new Messages({
  ...{ database, queues, notifications, clock, log: pino({ level: 'silent' }), pace: paceOf(0) },
  messengers: new Map([['telegram', telegram]]),
});
const counting = outcomeCounting({ clock, events });
messages.onOutcome(counting.collect);
messages.onOutcome(projectOutcomes({ clock, events, notifications }));
messages.onOutcome(counting.count);
const loadMedia = async () => ({ ok: false, problem: 'there is none', retryable: false }) as const;
messages.registerContent(BROADCAST_CONTENT, composeBroadcast(compositionCache(database), loadMedia));
messages.start();
