import { afterAll, expect, onTestFinished } from 'vitest';
import { afterCommit } from '#db';
import type { Channel, OutgoingMessage } from '#messengers';
import { createTestClock, type TestClock } from '#test/clock.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type CapturedLog, captureLog } from '#test/log.ts';
import { Bots, type BotsOptions } from './bots.ts';
import { createScriptedMessenger, type ScriptedMessenger } from './scripted-messenger.fixture.ts';

export type TestBots = {
  bots: Bots;
  messenger: ScriptedMessenger;
  /** What people were answered, in committed transactions only. */
  replies: { channel: Channel; personId: string; message: OutgoingMessage }[];
  repliesTo(person: { id: string }): string[];
  clock: TestClock;
  log: CapturedLog;
};

/** Short enough for a test to see every turn, long enough for a busy machine. */
export const QUICK = {
  leaseMs: 1_500,
  renewEveryMs: 100,
  tryEveryMs: 50,
  firstBackoffMs: 5,
  longestBackoffMs: 20,
  retryPausesMs: [1, 1],
  databaseAwayMs: 20,
  checkWebhookEveryMs: 20,
};

/** Looks again and again, for as long as a busy machine may need. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000, interval: 20 });

export async function createFileDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  return database;
}

/** For one test: the row of a bot, its lease and its position are shared by all that use a database. */
export async function createOwnDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

/** Bots of one process; stopped when the test ends. */
export function createTestBots(
  database: TestDatabase,
  options: Partial<BotsOptions> & {
    messenger?: ScriptedMessenger;
    clock?: TestClock;
    mode?: 'polling' | 'webhook';
  } = {},
): TestBots {
  const { messenger = createScriptedMessenger(), clock = createTestClock(), mode = 'polling', ...rest } = options;
  const log = captureLog();
  const replies: TestBots['replies'] = [];
  const bots = new Bots({
    bots: [{ messenger, updates: mode }],
    database: database.database,
    clock,
    log: log.log,
    masterKey: Buffer.alloc(32, 7),
    baseUrl: 'https://bellhop.test',
    timings: QUICK,
    reply: async (tx, answer) => afterCommit(tx, () => replies.push(answer)),
    ...rest,
  });
  onTestFinished(() => bots.stop());
  const repliesTo = (person: { id: string }) =>
    replies.filter(({ personId }) => personId === person.id).map(({ message }) => message.text);
  return { bots, messenger, replies, repliesTo, clock, log };
}
