import type { Lang } from '#messengers';
import type { Project } from '#projects';
import type { LoginOptions } from '../login-options.ts';
import { type LoginSession, statusOf } from '../session.ts';
import { findSession } from '../session-store.ts';
import { startSession } from '../start-session.ts';
import { browserCookie, makeBrowserSecret } from './browser-cookie.ts';
import { findBrowserSession } from './browser-session.ts';
import { hasWish, type PageWish } from './page-wish.ts';

export type Visitor = { ip: string; agent: string | null; lang: Lang; device: 'phone' | 'desktop'; cookies?: string };

const LONGEST_AGENT = 1024;

/**
 * A session for this browser: the one that it has already while that waits for the same, else a new one with its
 * cookie. A QR code can be photographed, so on a desktop the person has to match a number.
 */
export async function startPageSession(
  options: LoginOptions,
  project: Project,
  wish: PageWish,
  visitor: Visitor,
  again: boolean,
): Promise<{ session: LoginSession; cookie: string | undefined }> {
  const { database, clock, baseUrl } = options;
  const present = again ? undefined : await findBrowserSession(database, project, visitor.cookies);
  if (present !== undefined && hasWish(present, wish) && statusOf(present, clock.now()) === 'pending') {
    return { session: present, cookie: undefined };
  }
  const { secret, hash } = makeBrowserSecret();
  const started = await startSession(options, project, {
    kind: 'page',
    state: wish.state,
    returnUrl: wish.returnUrl,
    lang: visitor.lang,
    numberMatch: visitor.device === 'desktop',
    client: { ip: visitor.ip, agent: visitor.agent?.slice(0, LONGEST_AGENT) ?? null },
    browserHash: hash,
  });
  const session = await findSession(database, started.session.id);
  if (session === undefined) throw new Error('A session that was just made is not there.');
  return { session, cookie: browserCookie(project.slug, { sessionId: started.sessionId, secret }, baseUrl) };
}
