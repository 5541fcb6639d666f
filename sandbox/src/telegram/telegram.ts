import type { Faults } from '../faults/faults.ts';
import { RateLimits } from '../faults/rate-limits.ts';
import { LateUpdates } from '../updates/enqueue-update.ts';
import { UpdateQueue } from '../updates/update-queue.ts';
import { Callbacks } from '../world/callback.ts';
import type { Files } from '../world/files.ts';
import type { World } from '../world/world.ts';

export type BotIdentity = { readonly token: string; readonly username: string; readonly name: string };

type TelegramWebhook = {
  readonly url: string;
  readonly secret: string | null;
  lastErrorAt: number | null;
  lastError: string | null;
};

/** The Telegram of this sandbox: one bot and what the platform remembers about it. */
export type Telegram = {
  readonly channel: 'telegram';
  readonly bot: BotIdentity & { readonly id: number };
  readonly world: World;
  readonly files: Files;
  readonly faults: Faults;
  readonly limits: RateLimits;
  readonly queue: UpdateQueue;
  readonly late: LateUpdates;
  readonly callbacks: Callbacks;
  webhook: TelegramWebhook | null;
  /** As last set by the bot; null until it has said so. */
  allowedUpdates: readonly string[] | null;
  commands: readonly unknown[];
  /** The long poll under way; aborting it with a reason answers 409. */
  poll: AbortController | null;
  lastPollAt: number | null;
};

export function createTelegram(bot: BotIdentity, parts: { world: World; files: Files; faults: Faults }): Telegram {
  const id = Number.parseInt(bot.token, 10);
  return {
    channel: 'telegram',
    bot: { ...bot, id: Number.isSafeInteger(id) ? id : 1 },
    ...parts,
    limits: new RateLimits(parts.world.now),
    queue: new UpdateQueue(parts.world.now),
    late: new LateUpdates(),
    callbacks: new Callbacks(),
    webhook: null,
    allowedUpdates: null,
    commands: [],
    poll: null,
    lastPollAt: null,
  };
}
