import { describe, expect, test } from 'vitest';
import { makeFormat } from '#lang/format.ts';
import type { Usage } from '../usage/usage-api.ts';
import type { Delivery } from '../webhooks/webhook-api.ts';
import { bucketDeliveries } from './bucket-deliveries.ts';
import { failingRun, judgeUsage } from './trouble.ts';

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
  const format = makeFormat('en', 'UTC');

  test('hours without any are columns too', () => {
    const columns = bucketDeliveries([delivery({ created_at: '2026-11-14T12:01:00Z' }), failed], format);
    expect(columns.map(({ label, values }) => [label, values['delivered'], values['failed']])).toEqual([
      ['09:00', 0, 1],
      ['10:00', 0, 0],
      ['11:00', 0, 0],
      ['12:00', 1, 0],
    ]);
  });

  test('a month fits in 25 columns or less, and none is lost', () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      delivery({ created_at: new Date(Date.UTC(2026, 9, 15) + at * 3.5 * 3_600_000).toISOString() }),
    );
    const columns = bucketDeliveries(many, format);
    expect(columns.length).toBeLessThanOrEqual(25);
    expect(columns.reduce((sum, { values }) => sum + (values['delivered'] ?? 0), 0)).toBe(200);
  });
});
