import { describe, expect, test } from 'vitest';
import { makeFormat } from '#lang/format.ts';
import type { Usage } from '../usage/usage-api.ts';
import type { Delivery } from '../webhooks/webhook-api.ts';
import { failingRun, judgeUsage } from './trouble.ts';
import { isQuiet, type Span, spanColumns, successShare } from './webhook-stats.ts';

const delivery = (change: Partial<Delivery>) =>
  ({
    status: 'delivered',
    attempt_count: 1,
    last_error: null,
    created_at: '2026-11-14T09:30:00Z',
    ...change,
  }) as Delivery;
const failed = delivery({ status: 'failed', last_error: 'timeout' });
const retried = delivery({ status: 'pending', last_error: 'http_error' });

describe('an endpoint is failing', () => {
  test('when its three newest deliveries met an error, retried ones included', () => {
    expect(failingRun([retried, failed, failed])).toBe(3);
  });

  test('not by one or two, and not when the newest arrived', () => {
    expect(failingRun([failed, failed])).toBe(0);
    expect(failingRun([delivery({}), failed, failed, failed])).toBe(0);
    expect(failingRun([])).toBe(0);
  });

  test('what was skipped or never tried says nothing', () => {
    const skipped = delivery({ status: 'skipped', attempt_count: 0 });
    const waiting = delivery({ status: 'pending', attempt_count: 0 });
    expect(failingRun([waiting, failed, skipped, failed, failed, delivery({})])).toBe(3);
  });
});

describe('usage needs attention', () => {
  const usage = (credits: Partial<Usage['credits']>, logins: Partial<Usage['logins']> = {}) =>
    ({
      credits: {
        granted: 1000,
        used: 0,
        packs: 0,
        balance: 1000,
        exhausted_at: null,
        grace_until: null,
        blocked: false,
        ...credits,
      },
      logins: { used: 0, cap: 100, ...logins },
    }) as Usage;

  test.each([
    ['a tenth is left', usage({ balance: 100 }), ['low']],
    ['a little more is left', usage({ balance: 101 }), []],
    ['the grace period runs', usage({ balance: -4, grace_until: '2026-11-17T00:00:00Z' }), ['grace']],
    ['it is over', usage({ balance: -4, grace_until: '2026-11-17T00:00:00Z', blocked: true }), ['blocked']],
    ['there is no cap', usage({ granted: null, balance: null }, { cap: null, used: 5000 }), []],
    ['nine tenths of the logins are used', usage({}, { used: 90 }), ['loginsLow']],
  ])('when %s', (_when, given, troubles) => {
    expect(judgeUsage(given)).toEqual(troubles);
  });
});

describe('deliveries by time', () => {
  const span = (change: Partial<Span>): Span => ({
    from: '2026-11-14T09:00:00Z',
    ...{ delivered: 0, failed: 0, skipped: 0, pending: 0 },
    ...change,
  });

  test('a day shows the hours of the reader', () => {
    const [column] = spanColumns(
      [span({ delivered: 3, skipped: 1, pending: 2 })],
      'day',
      makeFormat('en', 'Asia/Tokyo'),
    );
    expect(column).toMatchObject({ label: '18:00', values: { delivered: 3, failed: 0, other: 3 } });
  });

  test('a day of UTC keeps its date wherever the reader is', () => {
    const [column] = spanColumns([span({ from: '2026-11-14T00:00:00Z' })], 'week', makeFormat('en'));
    expect(column?.label).toBe('14 Nov');
  });

  test('the share is of what has come to an end', () => {
    expect(successShare([span({ delivered: 2, pending: 9 }), span({ delivered: 1, failed: 1 })])).toBe(0.75);
    expect(successShare([span({ skipped: 1, pending: 1 })])).toBeUndefined();
    expect([isQuiet([span({}), span({})]), isQuiet([span({}), span({ pending: 1 })])]).toEqual([true, false]);
  });
});
