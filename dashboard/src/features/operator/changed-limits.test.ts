import { expect, test } from 'vitest';
import { changedLimits } from './changed-limits.ts';

const inForce = { requests_per_minute: 300, logins_per_month: null };

test('only what differs is sent', () => {
  expect(changedLimits(inForce, {})).toEqual({});
  expect(changedLimits(inForce, { requests_per_minute: 300, logins_per_month: '' })).toEqual({});
  expect(changedLimits(inForce, { requests_per_minute: 600, logins_per_month: 50 })).toEqual({
    requests_per_minute: 600,
    logins_per_month: 50,
  });
});

test('an emptied field goes back to the plan', () => {
  expect(changedLimits(inForce, { requests_per_minute: '' })).toEqual({ requests_per_minute: null });
});
