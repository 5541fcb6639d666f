import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

const at = (ms: number) => new Date(1_000_000 + ms);
const rules = { perSecond: 30, perKeyMs: 1_000 };

/** Starts as much as may start, whenever the pace says to look again; answers when each was started. */
function run(pace: Pace, untilMs: number, urgent: boolean): number[] {
  const starts: number[] = [];
  let now = 0;
  while (now < untilMs) {
    const { all, ordinary } = pace.room(at(now));
    for (let n = 0; n < (urgent ? all : ordinary); n += 1) {
      pace.start(at(now), undefined, urgent);
      starts.push(now);
    }
    const next = (pace.lookAgainAt(at(now), true)?.getTime() ?? at(now + 1).getTime()) - at(0).getTime();
    expect(next).toBeGreaterThan(now);
    now = next;
  }
  return starts;
}

function mostInASecond(starts: number[]): number {
  return Math.max(...starts.map((from) => starts.filter((ms) => ms >= from && ms < from + 1000).length));
}

test.each([true, false])(
  'any second has at most as many starts as allowed, and the time is used (urgent: %s)',
  (urgent) => {
    const starts = run(new Pace(rules, at(0)), 10_000, urgent);
    expect(mostInASecond(starts)).toBeLessThanOrEqual(30);
    expect(starts.length).toBeGreaterThanOrEqual(290);
  },
);

test('urgent rows may go all at once, ordinary ones are spread', () => {
  expect(new Pace(rules, at(0)).room(at(0))).toEqual({ all: 30, ordinary: 6 });
});

test('an urgent row finds room within a tenth of a second although ordinary ones saturate the lane', () => {
  const pace = new Pace(rules, at(0));
  run(pace, 3_000, false);
  const waits = Array.from({ length: 110 }, (_, ms) => ms).find((ms) => pace.room(at(3_000 + ms)).all > 0);
  expect(waits).toBeLessThanOrEqual(100);
});

test('a key is busy for its time and no longer', () => {
  const pace = new Pace(rules, at(0));
  pace.start(at(0), 'ann', true);
  pace.start(at(400), 'bob', true);
  expect(pace.busyKeys(at(999))).toEqual(['ann', 'bob']);
  expect(pace.busyKeys(at(1_000))).toEqual(['bob']);
  expect(pace.busyKeys(at(1_400))).toEqual([]);
});

test('nothing starts during a pause or before a new owner may begin, and the pace says until when', () => {
  const pace = new Pace(rules, at(1_000));
  expect(pace.room(at(999))).toEqual({ all: 0, ordinary: 0 });
  expect(pace.lookAgainAt(at(500), true)).toEqual(at(1_000));
  expect(pace.room(at(1_000)).all).toBe(30);
  pace.pauseUntil(at(8_000));
  pace.pauseUntil(at(3_000));
  expect(pace.room(at(7_999)).all).toBe(0);
  expect(pace.lookAgainAt(at(4_000), true)).toEqual(at(8_000));
});

test('a pace of less than ten a second still gets on', () => {
  const starts = run(new Pace({ perSecond: 2, perKeyMs: 0 }, at(0)), 10_000, false);
  expect(mostInASecond(starts)).toBeLessThanOrEqual(2);
  expect(starts.length).toBeGreaterThanOrEqual(19);
});

test('a lifted pace holds nothing back', () => {
  const pace = new Pace({ perSecond: Number.POSITIVE_INFINITY, perKeyMs: 0 }, at(0));
  pace.start(at(0), 'ann', false);
  expect(pace.room(at(0))).toEqual({ all: Number.POSITIVE_INFINITY, ordinary: Number.POSITIVE_INFINITY });
  expect(pace.busyKeys(at(0))).toEqual([]);
  expect(pace.lookAgainAt(at(0), true)).toBeUndefined();
});

test('a lane with nothing left to do is not looked at again', () => {
  const pace = new Pace({ perSecond: 30, perKeyMs: 1_000 }, at(0));
  expect(pace.lookAgainAt(at(5_000), false)).toBeUndefined();
  pace.start(at(5_000), 'chat', false);
  // Once more for what may wait for that chat, and no more.
  expect(pace.lookAgainAt(at(5_001), false)).toEqual(at(6_000));
  expect(pace.lookAgainAt(at(6_000), false)).toBeUndefined();
});
