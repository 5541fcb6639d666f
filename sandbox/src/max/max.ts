import type { Faults } from '../faults/faults.ts';
import { RateLimits } from '../faults/rate-limits.ts';
import { LateUpdates } from '../updates/enqueue-update.ts';
import { UpdateQueue } from '../updates/update-queue.ts';
import { Callbacks } from '../world/callback.ts';
import type { Files } from '../world/files.ts';
import type { World } from '../world/world.ts';
import type { Upload } from './upload.ts';

export type MaxSubscription = {
  readonly url: string;
  readonly secret: string | null;
  readonly updateTypes: readonly string[] | null;
  readonly createdAt: number;
  failingSince: number | null;
};

/** The MAX of this sandbox: one bot and what the platform remembers about it. */
export type Max = {
  readonly channel: 'max';
  readonly bot: { readonly token: string; readonly username: string; readonly name: string; readonly id: number };
  readonly world: World;
  readonly files: Files;
  readonly faults: Faults;
  readonly limits: RateLimits;
  readonly queue: UpdateQueue;
  readonly late: LateUpdates;
  readonly callbacks: Callbacks;
  readonly uploads: Map<string, Upload>;
  subscriptions: readonly MaxSubscription[];
  commands: readonly unknown[];
  /** Long polls under way; MAX does not mind several. */
  polls: number;
  lastPollAt: number | null;
};

const botUserId = 90_000_001;

export function createMax(
  bot: { token: string; username: string; name: string },
  parts: { world: World; files: Files; faults: Faults },
): Max {
  return {
    channel: 'max',
    bot: { ...bot, id: botUserId },
    ...parts,
    limits: new RateLimits(parts.world.now),
    queue: new UpdateQueue(parts.world.now),
    late: new LateUpdates(),
    callbacks: new Callbacks(),
    uploads: new Map(),
    subscriptions: [],
    commands: [],
    polls: 0,
    lastPollAt: null,
  };
}
