import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import { findFirstOperator } from './account-store.ts';
import { makeLink } from './one-time-link.ts';
import { insertLink } from './one-time-link-store.ts';

type Deps = { database: Database; clock: Clock; baseUrl: string };

/** For the banner: a link that makes the first operator. A new one at each start, until one was used. */
export async function makeSetUpLink({ database, clock, baseUrl }: Deps): Promise<string | undefined> {
  if ((await findFirstOperator(database)) !== undefined) return undefined;
  const { link, url } = makeLink(baseUrl, clock.now(), { purpose: 'setup' });
  await insertLink(database, link);
  return url;
}

/** For whoever holds the ADMIN_TOKEN and is locked out of the dashboard. */
export async function makeOperatorLink({ database, clock, baseUrl }: Deps): Promise<{ url: string; expiresAt: Date }> {
  const { link, url } = makeLink(baseUrl, clock.now(), { purpose: 'operator' });
  await insertLink(database, link);
  return { url, expiresAt: link.expiresAt };
}
