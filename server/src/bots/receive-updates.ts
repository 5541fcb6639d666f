import type { Logger } from 'pino';
import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import type { BotIdentity, Incoming, Messenger } from '#messengers';
import { ensureBot, releaseLease, renewLease, takeLease, type UpdateMode } from './bot-store.ts';
import type { BotTimings } from './bot-timings.ts';
import { Condition } from './condition.ts';
import { holdLease, type LeaseStore } from './hold-lease.ts';
import { keepWebhook } from './keep-webhook.ts';
import { pollUpdates } from './poll-updates.ts';

export type ReceiveOptions = {
  database: Database;
  clock: Clock;
  log: Logger;
  messenger: Messenger;
  mode: UpdateMode;
  timings: BotTimings;
  stop: AbortSignal;
  webhookUrl: string;
  secretOf: (identity: BotIdentity) => string;
  learned: (identity: BotIdentity) => void;
  inTurn: (update: Incoming, work: () => Promise<void>) => Promise<void>;
  handle: (identity: BotIdentity, update: Incoming, signal: AbortSignal) => Promise<unknown>;
};

/** Polls for one bot, or keeps its webhook, whenever this process is the one to do so; ends with `stop`. */
export async function receiveUpdates(options: ReceiveOptions): Promise<void> {
  const { database, clock, log, messenger, mode, timings, stop } = options;
  const condition = new Condition(messenger.channel, { database, clock, log });
  await holdLease({
    ...{ clock, log, timings, stop },
    store: leaseOf(options),
    work: (held) =>
      mode === 'polling'
        ? pollUpdates({ ...options, condition }, held)
        : keepWebhook({ ...options, condition, url: options.webhookUrl }, held),
  });
}

function leaseOf({ database, messenger: { channel }, mode }: ReceiveOptions): LeaseStore {
  return {
    async take(lease) {
      await ensureBot(database, channel, mode);
      return takeLease(database, channel, lease);
    },
    renew: (token, until) => renewLease(database, channel, token, until),
    release: (token) => releaseLease(database, channel, token),
  };
}
