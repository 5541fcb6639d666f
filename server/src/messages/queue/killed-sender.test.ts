import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock } from '#test/clock.ts';
import type { FinishedMessage } from '../index.ts';
import { createMessagesKit } from './kit.fixture.ts';

const kit = await createMessagesKit();
beforeEach(() => kit.clear());

/** Runs a sender until the platform has received this many calls, then kills it. */
async function killInMidSend(calls: number): Promise<string[]> {
  const program = fileURLToPath(new URL('./killed-sender.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(kit.open.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const received: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    received.push(line);
    if (received.length === calls) child.kill('SIGKILL');
  }
  return received.sort();
}

test('after a kill in mid-send a send is failed as unknown and never sent again; an edit is repeated', async () => {
  const clock = createTestClock(new Date().toISOString());
  const { messages, telegram, queue, stored, pass } = kit.createSender(clock);
  const told: FinishedMessage[] = [];
  messages.onOutcome(async (_tx, finished) => void told.push(...finished));
  const send = await queue('hello');
  const edit = await queue('done', { recipient: 'bob', edits: { platformMessageId: '4711' } });
  const untouched = await queue('next', { recipient: 'ann' });
  expect(await killInMidSend(2)).toEqual(['edit done', 'send hello']);
  expect((await stored(send)).taken_by).not.toBeNull();

  clock.set(new Date(Date.now() + 16_000));
  await messages.tick();
  await pass(3, 0.5);
  expect(await stored(send)).toMatchObject({ state: 'failed', reason: 'unknown', attempts: 1 });
  expect(await stored(edit)).toMatchObject({ state: 'sent', attempts: 2 });
  expect(await stored(untouched)).toMatchObject({ state: 'sent' });
  expect(telegram.calls.map(({ act, text }) => `${act} ${text}`).sort()).toEqual(['edit done', 'send next']);
  expect(told.filter(({ id }) => id === send)).toMatchObject([{ state: 'failed', reason: 'unknown' }]);
});

test('an outcome that arrives after another owner has settled the message changes nothing', async () => {
  const late = kit.createSender();
  const { promise, resolve } = Promise.withResolvers<{ ok: true }>();
  late.telegram.answer(() => promise);
  const id = await late.queue('hello');
  const lateTick = late.messages.tick();
  while (late.telegram.calls.length === 0) await new Promise(setImmediate);
  late.clock.advance(16);
  const heir = kit.createSender(late.clock);
  await heir.messages.tick();
  expect(await heir.stored(id)).toMatchObject({ state: 'failed', reason: 'unknown' });
  resolve({ ok: true });
  await lateTick;
  expect(await heir.stored(id)).toMatchObject({ state: 'failed', reason: 'unknown', platform_message_id: null });
  expect(heir.telegram.calls).toEqual([]);
});

test('a message that was marked while the answer to its sender got lost is sent after all, once', async () => {
  const { messages, telegram, queue, stored } = kit.createSender();
  await messages.tick();
  const id = await queue('hello');
  await sql`with taken as (update message set attempts = 1,
    taken_by = (select token from lane_shard where ledger = 'message' and shard = lane & 63) returning id, lane)
    insert into message_taking (message_id, lane) select id, lane from taken`.execute(kit.open.database);
  await messages.tick();
  expect(telegram.calls).toHaveLength(1);
  expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 });
});
