import { timingSafeEqual } from 'node:crypto';
import type { Database } from '#db';
import { secretHash } from '#lib/secret-hash.ts';
import type { Project } from '#projects';
import type { LoginSession } from '../session.ts';
import { findSessionOf } from '../session-store.ts';
import { readBrowserCookie } from './browser-cookie.ts';

/** The session that this browser started on the project's page, if any. */
export async function findBrowserSession(
  database: Database,
  project: Project,
  cookies: string | undefined,
): Promise<LoginSession | undefined> {
  const key = readBrowserCookie(project.slug, cookies);
  if (key === undefined) return undefined;
  const session = await findSessionOf(database, project.id, secretHash(key.sessionId));
  if (session?.kind !== 'page' || session.browserHash === null) return undefined;
  return timingSafeEqual(session.browserHash, secretHash(key.secret)) ? session : undefined;
}
