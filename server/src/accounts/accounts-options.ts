import type { Database } from '#db';
import type { RateLimit } from '#http';
import type { Clock } from '#lib/clock.ts';
import type { Channel } from '#messengers';
import type { SignedInPerson } from './account.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** What the acts and routes of accounts share; composed in app.ts. */
export type AccountsOptions = {
  database: Database;
  clock: Clock;
  baseUrl: string;
  sessions: BrowserSessions;
  limit: RateLimit;
  version: string;
  sandbox: boolean;
  /** Where each bot is found; null where that messenger has none. */
  bots: () => Promise<Record<Channel, string | null>>;
  /** Login's: consumes a one-time code of the dashboard's project, or refuses it. */
  verifyCode: (code: string) => Promise<SignedInPerson>;
};
