import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { Notifications, transact } from '#db';
import type { PaceRules } from '#lanes';
import type { Channel } from '#messengers';
import { createTestClock, type TestClock } from '#test/clock.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { captureLog } from '#test/log.ts';
import { Messages, type MessageWish, textContent } from '../index.ts';
import { createFakeMessenger } from './fake-messenger.fixture.ts';

export type StoredMessage = {
  id: string;
  state: string;
  reason: string | null;
  error: string | null;
  attempts: number;
  /** While it is being sent. */
  taken_by: string | null;
  platform_message_id: string | null;
  next_attempt_at: Date;
};

/** A database for a test file, and as many senders on it as its tests need. */
export async function createMessagesKit() {
  const open = await createTestDatabase();
  const notifications = new Notifications(open.pool, () => {});
  afterAll(async () => {
    await notifications.close();
    await open.close();
  });
  return {
    open,
    async clear() {
      await sql`truncate message, message_taking, broadcast_recipient, broadcast_taking, lane_shard, lane_worker`.execute(
        open.database,
      );
    },
    createSender: (clock: TestClock = createTestClock(), pace?: PaceRules) =>
      createSender(open, notifications, clock, pace),
  };
}

function createSender(open: TestDatabase, notifications: Notifications, clock: TestClock, pace?: PaceRules) {
  const { database, queues } = open;
  const telegram = createFakeMessenger('telegram', clock);
  const max = createFakeMessenger('max', clock);
  const { log, text } = captureLog();
  const messengers = new Map<Channel, typeof telegram>([
    ['telegram', telegram],
    ['max', max],
  ]);
  const messages = new Messages({ database, queues, notifications, clock, log, messengers, ...(pace && { pace }) });
  return {
    messages,
    clock,
    telegram,
    max,
    logText: text,
    queue: (text: string, wish: Partial<MessageWish> = {}) =>
      transact(database, (tx) =>
        messages.queue(tx, {
          channel: 'telegram',
          recipient: 'ann',
          priority: 'single',
          content: textContent({ text, format: 'plain' }),
          ...wish,
        }),
      ),
    async stored(id: string): Promise<StoredMessage> {
      const { rows } = await sql<StoredMessage>`select * from message where id = ${id}`.execute(database);
      if (rows[0] === undefined) throw new Error(`There is no message ${id}.`);
      return rows[0];
    },
    /** The clock goes on in steps, with a round of sending at each. */
    async pass(seconds: number, step = 0.05) {
      for (let passed = 0; passed < seconds - 1e-9; passed += step) {
        clock.advance(step);
        await messages.tick();
      }
    },
  };
}
