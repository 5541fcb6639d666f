import { randomBase62 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';

const DAY = 24 * 3600;

/** In seconds. Counted from the last time it was seen. */
export const SESSION_SECONDS = 30 * DAY;
export const ROTATE_AFTER_SECONDS = DAY;
/** How long the token before works on, for requests that were on their way. */
export const PREVIOUS_SECONDS = 60;
/** How fresh "last seen" is kept: a write a minute and browser, not one a request. */
export const SEEN_GRAIN_SECONDS = 60;
export const REQUESTS_PER_MINUTE = 600;
const LONGEST_AGENT = 1024;

export type BrowserSession = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  ip: string;
  userAgent: string | null;
};

/** Where a browser is, as the list of signed-in browsers shows it. */
export type Whereabouts = { ip: string; userAgent: string | null };

export type SessionToken = { token: string; hash: Buffer };

export function makeSessionToken(): SessionToken {
  const token = randomBase62(40);
  return { token, hash: secretHash(token) };
}

export function whereaboutsOf(ip: string, agent: string | undefined): Whereabouts {
  return { ip, userAgent: agent?.slice(0, LONGEST_AGENT) ?? null };
}
