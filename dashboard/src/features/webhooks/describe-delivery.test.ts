import { describe, expect, test } from 'vitest';
import { makeFormat } from '#lang/format.ts';
import { deliveryTexts } from './delivery-texts.ts';
import { describeDelivery, describeFailure, shortAnswer } from './describe-delivery.ts';
import { secretName } from './snippets.ts';
import type { Delivery } from './webhook-api.ts';

const now = new Date('2026-11-14T09:30:00.000Z');
const delivery: Delivery = {
  delivery_id: 'd1',
  endpoint_id: 'e1',
  event: 'auth.completed',
  status: 'pending',
  attempt_count: 1,
  last_status_code: 500,
  last_error: 'http_error',
  created_at: '2026-11-14T09:29:58.000Z',
  next_attempt_at: '2026-11-14T09:30:28.000Z',
  finished_at: null,
};
const t = deliveryTexts.en;
const says = (change: Partial<Delivery>) =>
  describeDelivery(t, makeFormat('en', 'UTC'), { ...delivery, ...change }, now);

describe('a delivery says what happened and what comes next', () => {
  test('while it is retried', () => {
    expect(says({})).toBe('The endpoint answered 500. We try again in 28 sec.');
  });

  test('before its first attempt', () => {
    expect(says({ attempt_count: 0, last_status_code: null, last_error: null })).toMatch(/^It goes out in 28 sec/);
  });

  test('once it arrived', () => {
    expect(says({ status: 'delivered', last_status_code: 204, last_error: null })).toBe(
      'The endpoint answered 204. Nothing more to do.',
    );
  });

  test('when a 4xx ended it, which more waiting would not change', () => {
    expect(says({ status: 'failed', last_status_code: 401 })).toContain('A 4xx is final');
    expect(says({ status: 'failed', last_status_code: null, last_error: 'timeout' })).toContain('no more retries');
  });
});

test('a redirect is told from another refusal', () => {
  expect(describeFailure(t, { error: 'http_error', status_code: 302 })).toContain('redirects are not followed');
});

test('an error that this page does not know is shown by its name', () => {
  expect(describeFailure(t, { error: 'new_error', status_code: null })).toBe('The attempt failed: new_error.');
  expect(shortAnswer(t, { ...delivery, last_status_code: null, last_error: 'new_error' })).toBe('new_error');
});

test.each([
  ['https://shop.example/hooks', 'BELLHOP_SECRET_SHOP_EXAMPLE'],
  ['http://localhost:3000/webhooks', 'BELLHOP_SECRET_LOCALHOST_3000'],
  ['not a url', 'BELLHOP_SECRET'],
])('the secret of %s is kept as %s', (url, name) => {
  expect(secretName(url)).toBe(name);
});
