import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FinishQueue } from './finish-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Batches are stored when the test says so. */
function openQueue() {
  const begun: number[][] = [];
  const stored: number[] = [];
  const ends: (() => void)[] = [];
  const queue = new FinishQueue<number>({
    finish: (batch) => {
      begun.push(batch);
      return new Promise((resolve) => ends.push(resolve));
    },
    onFinished: (batch) => void stored.push(...batch),
    onError: (error) => expect.fail(String(error)),
  });
  const addAll = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) queue.add(n);
  };
  /** The oldest batch is stored. */
  const end = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, begun, stored, addAll, end, sizes: () => begun.map(({ length }) => length) };
}

test('on an idle system an outcome is stored at once', async () => {
  const { queue, addAll, end, sizes } = openQueue();
  queue.add(0);
  expect(sizes()).toEqual([1]);
  addAll(1, 40);
  await end();
  expect(sizes()).toEqual([1, 39]);
});

test('on a busy one a batch waits until it is worthwhile, and not for long', async () => {
  const { addAll, end, sizes } = openQueue();
  addAll(0, 200);
  await end();
  expect(sizes()).toEqual([1]);
  addAll(200, 800);
  expect(sizes()).toEqual([1]);
  addAll(800, 801);
  expect(sizes()).toEqual([1, 800]);
  addAll(801, 900);
  await end();
  expect(sizes()).toEqual([1, 800]);
  await vi.advanceTimersByTimeAsync(24);
  expect(sizes()).toEqual([1, 800]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sizes()).toEqual([1, 800, 99]);
});

test('whoever waits for the end of it waits for no more than what is there, and all of that', async () => {
  const { queue, stored, addAll, end, sizes } = openQueue();
  addAll(0, 200);
  await end();
  const idle = queue.idle();
  expect(sizes()).toEqual([1, 199]);
  addAll(200, 300);
  await end();
  expect(sizes()).toEqual([1, 199, 100]);
  await end();
  await idle;
  expect(stored).toEqual(Array.from({ length: 300 }, (_, n) => n));
  expect(queue.size).toBe(0);
});
