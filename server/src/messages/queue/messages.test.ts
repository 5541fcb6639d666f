import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '#db';
import type { Failure } from '#messengers';
import { type FinishedMessage, textContent } from '../index.ts';
import { createMessagesKit } from './kit.fixture.ts';

const kit = await createMessagesKit();
const { database } = kit.open;
beforeEach(() => kit.clear());

const unavailable: Failure = { kind: 'said_no', reason: 'platform_unavailable', detail: 'Bad Gateway' };
const lost: Failure = { kind: 'unreachable', maybeDone: true, detail: 'socket hang up' };

describe('queueing', () => {
  test('a message is sent after its transaction commits, and its outcome is stored and told once', async () => {
    const { messages, telegram, max, queue, stored } = kit.createSender();
    const told: FinishedMessage[] = [];
    messages.onOutcome(async (_tx, finished) => void told.push(...finished));
    const id = await queue('hello', { projectId: crypto.randomUUID() });
    await messages.tick();
    await messages.tick();
    expect(telegram.calls).toMatchObject([{ act: 'send', person: 'ann', text: 'hello' }]);
    expect(max.calls).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'sent', platform_message_id: 'telegram-1', attempts: 1 });
    expect(told).toMatchObject([{ id, state: 'sent', recipient: 'ann', reason: null }]);
  });

  test('a message of a transaction that is rolled back is never sent', async () => {
    const { messages, telegram } = kit.createSender();
    const content = textContent({ text: 'never', format: 'plain' });
    const undone = transact(database, async (tx) => {
      await messages.queue(tx, { channel: 'telegram', recipient: 'ann', priority: 'login', content });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await messages.tick();
    expect(telegram.calls).toEqual([]);
  });

  test('the same id queued again is the same message', async () => {
    const { messages, telegram, queue, pass } = kit.createSender();
    const id = crypto.randomUUID();
    expect([await queue('once', { id }), await queue('once', { id })]).toEqual([id, id]);
    await messages.tick();
    await pass(2, 1);
    expect(telegram.calls).toHaveLength(1);
  });

  test('started senders of two processes send a message within moments, and once', async () => {
    const [first, second] = [kit.createSender(), kit.createSender()];
    first.messages.start();
    second.messages.start();
    const id = await first.queue('hello');
    while ((await first.stored(id)).state !== 'sent') await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([first.messages.stop(), second.messages.stop()]);
    expect(first.telegram.calls.length + second.telegram.calls.length).toBe(1);
  });
});

describe('content', () => {
  test('is composed when it is sent, and what it refers to appears in no row and no log', async () => {
    const { messages, telegram, queue, logText } = kit.createSender();
    const secrets = new Map([['ses', 'top-secret']]);
    const prompt = messages.registerContent<{ session: string }>('prompt', async ({ session }, { recipient }) => ({
      text: `${recipient}: ${secrets.get(session)}`,
      format: 'plain',
    }));
    const id = await queue('', { content: prompt({ session: 'ses' }) });
    await messages.tick();
    expect(telegram.calls[0]?.text).toBe('ann: top-secret');
    const { rows } = await kit.open.pool.query('select message::text as row from message where id = $1', [id]);
    expect(rows[0].row).not.toContain('top-secret');
    expect(logText()).not.toContain('top-secret');
  });

  test('may decide that it is not sent any more', async () => {
    const { messages, telegram, queue, stored } = kit.createSender();
    const gone = messages.registerContent<null>('gone', async () => ({ skip: 'session_over' }));
    const id = await queue('', { content: gone(null) });
    await messages.tick();
    expect(telegram.calls).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'skipped', reason: 'session_over' });
  });

  test('that cannot be composed is tried again, then failed, and its error is not logged', async () => {
    const { messages, queue, stored, pass, logText } = kit.createSender();
    const broken = messages.registerContent<null>('broken', async () => {
      throw new Error('top-secret');
    });
    const id = await queue('', { content: broken(null) });
    await messages.tick();
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 1 });
    await pass(120, 5);
    expect(await stored(id)).toMatchObject({ state: 'failed', reason: 'unknown', attempts: 7 });
    expect(logText()).toContain('could not be composed');
    expect(logText()).not.toContain('top-secret');
  });
});

describe('what the platform answers', () => {
  test.each(['user_blocked_bot', 'chat_not_found', 'bot_banned', 'invalid_message', 'unknown'] as const)(
    '%s is final',
    async (reason) => {
      const { messages, telegram, queue, stored, pass } = kit.createSender();
      telegram.answer(() => ({ failure: { kind: 'said_no', reason, detail: 'No.\0' } }));
      const id = await queue('hello');
      await messages.tick();
      await pass(3, 1);
      expect(await stored(id)).toMatchObject({ state: 'failed', reason, error: 'No.' });
      expect(telegram.calls).toHaveLength(1);
    },
  );

  test.each([unavailable, { ...lost, maybeDone: false }])(
    '$kind $reason before anything was done is tried again',
    async (failure) => {
      const { messages, telegram, clock, queue, stored } = kit.createSender();
      telegram.answer(() => ({ failure }));
      const id = await queue('hello');
      const delays: number[] = [];
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        await messages.tick();
        const { state, attempts, next_attempt_at } = await stored(id);
        expect({ state, attempts }).toEqual({ state: 'queued', attempts: attempt });
        delays.push((next_attempt_at.getTime() - clock.now().getTime()) / 1000);
        clock.set(next_attempt_at);
      }
      expect(delays).toEqual([1, 2, 5, 15, 30, 60]);
      await messages.tick();
      expect(await stored(id)).toMatchObject({ state: 'failed', reason: 'platform_unavailable', attempts: 7 });
      expect(telegram.calls).toHaveLength(7);
    },
  );

  test('a send that may have arrived is never repeated', async () => {
    const { messages, telegram, queue, stored, pass } = kit.createSender();
    telegram.answer(() => ({ failure: lost }));
    const id = await queue('hello');
    await messages.tick();
    await pass(5, 1);
    expect(telegram.calls).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: 'failed', reason: 'platform_unavailable' });
  });

  test('an adapter that throws leaves a send failed as unknown', async () => {
    const { messages, telegram, queue, stored, pass } = kit.createSender();
    telegram.answer(() => Promise.reject(new Error('a bug')));
    const id = await queue('hello');
    await messages.tick();
    await pass(3, 1);
    expect(telegram.calls).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: 'failed', reason: 'unknown' });
  });

  test('"too many" for longer than ten minutes fails the message; ten minutes are waited', async () => {
    const sender = kit.createSender();
    sender.telegram.answer(({ person }) => ({
      failure: {
        ...{ kind: 'said_no', reason: 'rate_limited', detail: 'too many' },
        retryAfter: person === 'ann' ? 601 : 600,
      },
    }));
    const [ann, bob] = [await sender.queue('hello'), await sender.queue('hello', { recipient: 'bob' })];
    await sender.pass(1.2, 0.6);
    expect(await sender.stored(ann)).toMatchObject({ state: 'failed', reason: 'rate_limited' });
    expect(await sender.stored(bob)).toMatchObject({ state: 'queued', reason: null });
  });

  test('"too many" pauses that bot and no other, and uses up no attempt', async () => {
    const { messages, telegram, max, queue, stored, pass } = kit.createSender();
    telegram.answer(() => ({
      failure: { kind: 'said_no', reason: 'rate_limited', retryAfter: 7, detail: 'retry after 7' },
    }));
    const id = await queue('hello');
    await messages.tick();
    telegram.answer(() => ({ ok: true }));
    await queue('later', { recipient: 'bob', priority: 'login' });
    await queue('elsewhere', { channel: 'max' });
    await pass(6.9, 0.1);
    expect(telegram.calls).toHaveLength(1);
    expect(max.calls).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await pass(0.2, 0.1);
    expect(telegram.calls.map(({ text }) => text).sort()).toEqual(['hello', 'hello', 'later']);
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });
});

describe('edits', () => {
  test('replace a message of ours once it has been sent', async () => {
    const { messages, telegram, queue, pass, stored } = kit.createSender();
    telegram.answer(() => ({ failure: unavailable }));
    const original = await queue('Log in?', { priority: 'single' });
    const edit = await queue('Done.', { priority: 'login', edits: { messageId: original } });
    await messages.tick();
    await pass(0.9, 0.3);
    expect(telegram.calls.map(({ act }) => act)).toEqual(['send']);
    telegram.answer(() => ({ ok: true }));
    await pass(3, 0.25);
    expect(telegram.calls.map(({ act }) => act)).toEqual(['send', 'send', 'edit']);
    expect(telegram.calls[2]?.messageId).toBe((await stored(original)).platform_message_id);
    expect(await stored(edit)).toMatchObject({ state: 'sent' });
  });

  test("replace a message by the platform's id", async () => {
    const { messages, telegram, queue } = kit.createSender();
    await queue('Done.', { edits: { platformMessageId: '4711' } });
    await messages.tick();
    expect(telegram.calls).toMatchObject([{ act: 'edit', messageId: '4711', text: 'Done.' }]);
  });

  test('of a message that failed, or that nobody knows, are skipped', async () => {
    const { messages, telegram, queue, pass, stored } = kit.createSender();
    telegram.answer(() => ({ failure: { kind: 'said_no', reason: 'chat_not_found', detail: '' } }));
    const original = await queue('Log in?');
    const edits = [original, crypto.randomUUID()].map((messageId) => queue('Done.', { edits: { messageId } }));
    const [ofFailed = '', ofUnknown = ''] = await Promise.all(edits);
    await messages.tick();
    await pass(3, 1);
    expect(telegram.calls).toHaveLength(1);
    for (const id of [ofFailed, ofUnknown]) {
      expect(await stored(id)).toMatchObject({ state: 'skipped', reason: 'original_not_sent' });
    }
  });

  test('that may have arrived are repeated: it is harmless', async () => {
    const { messages, telegram, queue, pass, stored } = kit.createSender();
    telegram.answer(() => ({ failure: lost }));
    const id = await queue('Done.', { edits: { platformMessageId: '4711' } });
    await messages.tick();
    telegram.answer(() => ({ ok: true }));
    await pass(1, 0.5);
    expect(telegram.calls).toHaveLength(2);
    expect(await stored(id)).toMatchObject({ state: 'sent' });
  });
});

test('a message is not sent after its deadline', async () => {
  const { messages, telegram, clock, queue, stored } = kit.createSender();
  const id = await queue('too late', { deadline: new Date(clock.now().getTime() + 1000) });
  clock.advance(1);
  await messages.tick();
  expect(telegram.calls).toEqual([]);
  expect(await stored(id)).toMatchObject({ state: 'skipped', reason: 'deadline_passed' });
});

test('messages of one chat and priority keep their order while an earlier one is retried; other chats go on', async () => {
  const { messages, telegram, queue, pass } = kit.createSender();
  const tries = () => telegram.calls.filter(({ text }) => text === 'first').length;
  telegram.answer(({ text }) => (text === 'first' && tries() < 3 ? { failure: unavailable } : { ok: true }));
  for (const text of ['first', 'second', 'third']) await queue(text);
  await queue('other', { recipient: 'bob' });
  await messages.tick();
  await pass(10, 0.5);
  expect(telegram.calls.filter(({ person }) => person === 'ann').map(({ text }) => text)).toEqual([
    'first',
    'first',
    'first',
    'second',
    'third',
  ]);
  expect(telegram.calls.findIndex(({ text }) => text === 'other')).toBeLessThan(2);
});

test('what follows from an outcome commits with it or not at all', async () => {
  const { messages, telegram, queue, stored } = kit.createSender();
  let broken = true;
  messages.onOutcome(async () => {
    if (broken) throw new Error('a rule is broken');
  });
  const id = await queue('hello');
  await messages.tick();
  expect((await stored(id)).taken_by).not.toBeNull();
  broken = false;
  await messages.tick();
  expect(await stored(id)).toMatchObject({ state: 'sent' });
  expect(telegram.calls).toHaveLength(1);
});

test('stopping waits for a message that is being sent and stores its outcome', async () => {
  const { messages, telegram, queue, stored } = kit.createSender();
  const { promise, resolve } = Promise.withResolvers<{ ok: true }>();
  telegram.answer(() => promise);
  messages.start();
  const id = await queue('hello');
  while (telegram.calls.length === 0) await new Promise(setImmediate);
  let stopped = false;
  const stopping = messages.stop().then(() => {
    stopped = true;
  });
  await queue('after', { recipient: 'bob' });
  await new Promise((waited) => setTimeout(waited, 50));
  expect(stopped).toBe(false);
  resolve({ ok: true });
  await stopping;
  expect(await stored(id)).toMatchObject({ state: 'sent' });
  expect(telegram.calls).toHaveLength(1);
});
