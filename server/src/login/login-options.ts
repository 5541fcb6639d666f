import type { Database, Notifications } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import type { Seal } from '#lib/seal.ts';
import type { Messages } from '#messages';
import type { Channel } from '#messengers';

/** What the acts of a login share; composed in app.ts. */
export type LoginOptions = {
  database: Database;
  notifications: Notifications;
  clock: Clock;
  events: Events;
  messages: Messages;
  /** For codes that wait for the poller. */
  seal: Seal;
  /** Link tokens are derived from it. */
  masterKey: Buffer;
  baseUrl: string;
  /** Null where that messenger has no bot. */
  botLinks: (payload: string) => Promise<Record<Channel, string | null>>;
};

/** Told after every decision, so that whoever waits for it looks again. */
export const SESSION_CHANNEL = 'login_session';
