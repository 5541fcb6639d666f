import type { Database } from '#db';
import type { Composition, FindBroadcastComposition } from '#messages';
import { findComposition } from './broadcast-store.ts';

/** Broadcasts under way at once are few; what each says never changes and is loaded once, not for every recipient. */
const MOST_KEPT = 100;

export function compositionCache(database: Database): FindBroadcastComposition {
  const kept = new Map<string, Promise<Composition | undefined>>();
  return (jobId) => {
    const found = kept.get(jobId) ?? findComposition(database, jobId);
    // Moved to the end: the first is the one that was asked for the longest ago.
    kept.delete(jobId);
    kept.set(jobId, found);
    const forget = () => {
      if (kept.get(jobId) === found) kept.delete(jobId);
    };
    found.then((composition) => composition ?? forget(), forget);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
