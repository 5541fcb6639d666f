import { expect, test } from 'vitest';
import { foldLedger } from './fold-ledger.ts';
import type { LedgerEntry } from './usage-api.ts';

const entry = (id: string, job_id: string | null, amount = -1): LedgerEntry => ({
  ...{ id, job_id, amount, kind: 'message', created_at: '2026-11-15T10:00:00Z' },
});

test('rows of one broadcast that follow each other are one, and the sum stays', () => {
  const folded = foldLedger([entry('1', 'a'), entry('2', 'a', -3), entry('3', 'b'), entry('4', 'a')]);
  expect(folded.map(({ id, amount }) => [id, amount])).toEqual([
    ['1', -4],
    ['3', -1],
    ['4', -1],
  ]);
});

test('single messages stay what they are', () => {
  expect(foldLedger([entry('1', null), entry('2', null)])).toHaveLength(2);
  expect(foldLedger([])).toEqual([]);
});
