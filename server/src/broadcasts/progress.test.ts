import { expect, test } from 'vitest';
import { advance, type Batch, NO_PROGRESS, type Progress, type Run, sumOf, tellRest } from './progress.ts';
import { measureRate, NO_RATE } from './rate.ts';

const STATES = ['sent', 'failed', 'skipped'] as const;

function randomRuns(total: number): Run[] {
  const runs: Run[] = [];
  for (let left = total; left > 0; ) {
    const count = Math.min(left, 1 + Math.floor(Math.random() * (Math.random() < 0.05 ? 3_000 : 20)));
    runs.push({ state: STATES[Math.floor(Math.random() * 3)] ?? 'sent', count });
    left -= count;
  }
  return runs;
}

/** In pieces, as finishes come in. */
function tellAll(runs: Run[]): { progress: Progress; batches: Batch[] } {
  let progress = NO_PROGRESS;
  const told: Batch[] = [];
  for (let at = 0; at < runs.length; ) {
    const size = 1 + Math.floor(Math.random() * 50);
    const step = advance(progress, runs.slice(at, at + size));
    progress = step.progress;
    told.push(...step.batches);
    at += size;
  }
  return { progress: tellRest(progress, told), batches: told };
}

test.each([0, 1, 999, 1_000, 1_001, 2_500, 3_000, 12_345])(
  'batches of %i recipients: each but the last has a thousand, and together they are exact',
  (total) => {
    const runs = randomRuns(total);
    const { progress, batches } = tellAll(runs);
    expect(batches.map(({ batch }) => batch)).toEqual(batches.map((_, index) => index + 1));
    expect(batches).toHaveLength(Math.ceil(total / 1_000));
    for (const batch of batches.slice(0, -1)) expect(sumOf(batch)).toBe(1_000);
    for (const state of STATES) {
      const wanted = runs.filter((run) => run.state === state).reduce((sum, { count }) => sum + count, 0);
      expect(progress.done[state]).toBe(wanted);
      expect(batches.reduce((sum, batch) => sum + batch[state], 0)).toBe(wanted);
    }
  },
);

test('a batch is told by the recipient that makes it full, not by the finish that brings it', () => {
  const { progress, batches } = advance(NO_PROGRESS, [
    { state: 'sent', count: 998 },
    { state: 'failed', count: 1 },
    { state: 'skipped', count: 2 },
  ]);
  expect(batches).toEqual([{ batch: 1, sent: 998, failed: 1, skipped: 1 }]);
  expect(progress).toMatchObject({ done: { skipped: 2 }, told: { skipped: 1 }, batches: 1 });
  expect(NO_PROGRESS).toEqual({
    done: { sent: 0, failed: 0, skipped: 0 },
    told: { sent: 0, failed: 0, skipped: 0 },
    batches: 0,
  });
});

test('the rate is that of the last ten seconds or more, and unknown before', () => {
  const at = (seconds: number) => new Date(1_000_000 + seconds * 1000);
  const first = measureRate(NO_RATE, 5, at(0));
  expect(first.rate).toBeNull();
  expect(measureRate(first, 100, at(9.999)).rate).toBeNull();
  const known = measureRate(first, 305, at(10));
  expect(known).toEqual({ rate: 1_800, markedAt: at(10), markedDone: 305 });
  expect(measureRate(known, 305, at(19)).rate).toBe(1_800);
  expect(measureRate(known, 305, at(30)).rate).toBe(0);
});
