import type { Database } from '#db';
import type { Clock } from '#lib/clock.ts';
import { createProject, findProjectBySlug, makeApiKey } from '#projects';
import { keptSecret } from './secrets.ts';

const SLUG = 'demo';

/** Something to try at once: made on the first start in sandbox mode, its key kept beside the data. */
export async function ensureDemoProject(
  database: Database,
  clock: Clock,
  { dataDir, baseUrl }: { dataDir: string; baseUrl: string },
): Promise<string> {
  const apiKey = keptSecret(dataDir, 'demo-api-key', () => makeApiKey().key);
  if ((await findProjectBySlug(database, SLUG)) === undefined) {
    const wish = {
      name: 'Demo',
      slug: SLUG,
      plan: 'unlimited' as const,
      callbackUrl: `${baseUrl}/docs/first-login`,
      // For a website that somebody builds beside it.
      redirectUris: ['http://localhost:3000/callback'],
    };
    await createProject(database, clock, wish, makeApiKey(apiKey));
  }
  return apiKey;
}
