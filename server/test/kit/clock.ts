import { type Clock, systemClock } from '#lib/clock.ts';

export type TestClock = Clock & {
  set(at: string | Date): void;
  advance(seconds: number): void;
};

/** Stands still until moved. */
export function createTestClock(start = '2026-11-14T09:30:00.000Z'): TestClock {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set(at) {
      now = new Date(at);
    },
    advance(seconds) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/** The time as it is: for tests in which bots and lanes work by themselves. It cannot be moved. */
export const runningClock: TestClock = {
  ...systemClock,
  set() {
    throw new Error('This clock goes by itself.');
  },
  advance() {
    throw new Error('This clock goes by itself.');
  },
};
