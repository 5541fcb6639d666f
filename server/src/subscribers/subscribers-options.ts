import type { Database } from '#db';
import type { Channel } from '#messengers';
import type { EndingOptions } from './end-subscriptions.ts';

/** What the acts of a project on its subscribers share; composed in app.ts. */
export type SubscribersOptions = EndingOptions & {
  database: Database;
  /** Null where that messenger has no bot. */
  botLinks: (payload: string) => Promise<Record<Channel, string | null>>;
};
