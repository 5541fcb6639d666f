import type { Database } from '#db';
import type { Composition, FindBroadcastComposition } from '#messages';
import { findComposition } from './broadcast-store.ts';

/** Broadcasts under way at once are few; what each says never changes and is loaded once, not for every recipient. */
const MOST_KEPT = 100;

export function compositionCache(database: Database): FindBroadcastComposition {
  const kept: Kept = new Map();
  return (jobId) => {
    const found = kept.get(jobId) ?? findComposition(database, jobId);
    // Moved to the end: the first is the one that was asked for the longest ago.
    kept.delete(jobId);
    kept.set(jobId, found);
    if (found instanceof Promise) keepIfFound(kept, jobId, found);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

type Kept = Map<string, Composition | Promise<Composition | undefined>>;

function keepIfFound(kept: Kept, jobId: string, finding: Promise<Composition | undefined>): void {
  const settle = (composition?: Composition) => {
    if (kept.get(jobId) !== finding) return;
    if (composition === undefined) kept.delete(jobId);
    else kept.set(jobId, composition);
  };
  finding.then(settle, () => settle());
}
