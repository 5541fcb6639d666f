// A process that is asked to send, stores the message, and waits for somebody to send it until it is killed.
import { openDatabase } from '#db';
import { systemClock } from '#lib/clock.ts';
import { createFakeMessenger } from './queue/fake-messenger.fixture.ts';
import { composeSending } from './send-program.fixture.ts';

export type KilledSendOptions = {
  connection: { host: string; user: string; database: string };
  apiKey: string;
  body: unknown;
  key: string;
};

const { connection, apiKey, body, key } = JSON.parse(process.argv[2] ?? '') as KilledSendOptions;
const open = openDatabase(connection, { onError: () => {} });
const messengers = [createFakeMessenger('telegram', systemClock), createFakeMessenger('max', systemClock)];
const program = await composeSending({ open, clock: systemClock, messengers, waitMs: 600_000 });
await program.request(apiKey, 'POST', '/v1/send', { body, headers: { 'idempotency-key': key } });
