import { beforeEach, expect, test } from 'vitest';
import { transact } from '#db';
import { type MessageWish, textContent } from '../index.ts';
import type { Call } from './fake-messenger.fixture.ts';
import { createMessagesKit } from './kit.fixture.ts';

const kit = await createMessagesKit();
beforeEach(() => kit.clear());

function broadcast(count: number): MessageWish[] {
  return Array.from({ length: count }, (_, n) => ({
    channel: 'telegram',
    recipient: `person-${n}`,
    priority: 'broadcast',
    content: textContent({ text: `news ${n}`, format: 'plain' }),
  }));
}

/** The most calls in any second that begins with a call. */
function mostInASecond(calls: Call[]): number {
  const times = calls.map(({ at }) => at.getTime());
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

test('a bot sends 30 a second, never more in any second, and nearly as many all the time', async () => {
  const { messages, telegram, pass } = kit.createSender();
  await transact(kit.open.database, (tx) => messages.queueAll(tx, broadcast(200)));
  await messages.tick();
  await pass(5);
  expect(mostInASecond(telegram.calls)).toBeLessThanOrEqual(30);
  expect(telegram.calls.length).toBeGreaterThan(5 * 30 * 0.9);
});

test('two messages to one chat are at least a second apart', async () => {
  const { messages, telegram, queue, pass } = kit.createSender();
  for (let n = 0; n < 4; n += 1) await queue(`${n}`, { priority: n % 2 === 0 ? 'single' : 'login' });
  await messages.tick();
  await pass(4);
  const times = telegram.calls.map(({ at }) => at.getTime());
  expect(times).toHaveLength(4);
  for (const [n, at] of times.entries()) if (n > 0) expect(at - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('login prompts overtake single messages, these overtake broadcasts, and neither waits long for a saturated bot', async () => {
  const { messages, telegram, clock, queue, pass } = kit.createSender();
  await transact(kit.open.database, (tx) => messages.queueAll(tx, broadcast(300)));
  await messages.tick();
  await pass(2);
  await queue('single', { recipient: 'bob' });
  await queue('prompt', { priority: 'login' });
  const askedAt = clock.now().getTime();
  await pass(1);
  const [prompt, single] = ['prompt', 'single'].map((text) => telegram.calls.findIndex((call) => call.text === text));
  expect(prompt).toBeLessThan(single ?? 0);
  expect((telegram.calls[prompt ?? 0]?.at.getTime() ?? 0) - askedAt).toBeLessThanOrEqual(150);
  expect((telegram.calls[single ?? 0]?.at.getTime() ?? 0) - askedAt).toBeLessThanOrEqual(300);
  expect(mostInASecond(telegram.calls)).toBeLessThanOrEqual(30);
});

test('one chat with a long queue holds back nobody else', async () => {
  const { messages, telegram, queue } = kit.createSender();
  for (let n = 0; n < 60; n += 1) await queue(`${n}`);
  await queue('other', { recipient: 'bob' });
  await messages.tick();
  expect(telegram.calls.map(({ text }) => text)).toEqual(['0', 'other']);
});

test('the pace holds across a change of owner', async () => {
  const first = kit.createSender();
  await transact(kit.open.database, (tx) => first.messages.queueAll(tx, broadcast(120)));
  await first.messages.tick();
  await first.pass(1.2);
  await first.messages.stop();
  const second = kit.createSender(first.clock);
  await second.messages.tick();
  await second.pass(1.5);
  const calls = [...first.telegram.calls, ...second.telegram.calls];
  expect(second.telegram.calls.length).toBeGreaterThan(0);
  expect(mostInASecond(calls)).toBeLessThanOrEqual(30);
});

test('the pace can be lifted', async () => {
  const { messages, telegram } = kit.createSender(undefined, { perSecond: Number.POSITIVE_INFINITY, perKeyMs: 0 });
  await transact(kit.open.database, (tx) => messages.queueAll(tx, [...broadcast(500), ...broadcast(500)]));
  await messages.tick();
  expect(telegram.calls).toHaveLength(1000);
});
