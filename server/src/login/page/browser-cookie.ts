import { randomBase62 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';

/** What binds a session to the browser that started it: the poller's secret and one of the browser's own. */
export type BrowserKey = { sessionId: string; secret: string };

/** Longer than a session and its code together. */
const MAX_AGE_SECONDS = 900;

const cookieName = (slug: string) => `bh_login_${slug}`;

export function makeBrowserSecret(): { secret: string; hash: Buffer } {
  const secret = randomBase62(32);
  return { secret, hash: secretHash(secret) };
}

/** Lax, because the way back from the messenger is a navigation from elsewhere. */
export function browserCookie(slug: string, { sessionId, secret }: BrowserKey, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(slug)}=${sessionId}.${secret}; Path=/login/${slug}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

export function readBrowserCookie(slug: string, header: string | undefined): BrowserKey | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name !== cookieName(slug)) continue;
    const match = /^(ses_[0-9A-Za-z]{32})\.([0-9A-Za-z]{32})$/.exec(value);
    if (match?.[1] !== undefined && match[2] !== undefined) return { sessionId: match[1], secret: match[2] };
  }
  return undefined;
}
