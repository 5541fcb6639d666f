import { timingSafeEqual } from 'node:crypto';
import type { Database } from '#db';
import type { FindCaller } from '#http';
import { type Clock, secondsBetween } from '#lib/clock.ts';
import { findKeyOwner, noteKeyUse } from './api-key-store.ts';
import { effectiveLimits } from './plan.ts';

/** How fresh "last used" is kept, in seconds: a write a minute and key, not one a request. */
const LAST_USED_GRAIN = 60;

export function findCaller(database: Database, clock: Clock): FindCaller {
  return async (keyHash) => {
    const owner = await findKeyOwner(database, keyHash);
    if (owner === undefined || !timingSafeEqual(owner.hash, keyHash)) return undefined;
    const now = clock.now();
    if (owner.lastUsedAt === null || secondsBetween(owner.lastUsedAt, now) >= LAST_USED_GRAIN) {
      // A hint for people: a request does not wait for it, nor fail with it.
      noteKeyUse(database, owner.keyId, now).catch(() => {});
    }
    return {
      actor: `key:${owner.keyId}`,
      role: 'admin',
      projectId: owner.projectId,
      active: owner.status === 'active',
      requestsPerMinute: effectiveLimits(owner).requests_per_minute,
    };
  };
}
