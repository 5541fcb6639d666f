import type { LedgerEntry } from './usage-api.ts';

/** A broadcast is charged as it goes: rows of one that follow each other are shown as one, by its newest. */
export function foldLedger(entries: LedgerEntry[]): LedgerEntry[] {
  const folded: LedgerEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    const goesOn =
      last !== undefined && entry.job_id !== null && last.job_id === entry.job_id && last.kind === entry.kind;
    if (goesOn) folded[folded.length - 1] = { ...last, amount: last.amount + entry.amount };
    else folded.push(entry);
  }
  return folded;
}
