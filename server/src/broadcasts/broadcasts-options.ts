import type { Database } from '#db';
import type { Events } from '#events';
import type { Idempotency } from '#http';
import type { Clock } from '#lib/clock.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import type { Messages } from '#messages';
import type { Channel } from '#messengers';

export type BroadcastsOptions = {
  database: Database;
  clock: Clock;
  events: Events;
  messages: Pick<Messages, 'wake'>;
  /** Those that have a bot. */
  channels: readonly Channel[];
  outgoing: Pick<Outgoing, 'checkUrl'>;
  idempotency: Idempotency;
};
