import { type Database, isUniqueViolation, transact } from '#db';
import type { Clock } from '#lib/clock.ts';
import { changeProject, findProject, insertProject } from '#projects';

export const DASHBOARD_SLUG = 'bellhop-dashboard';
/** Fixed, so that a project that took the slug before cannot pass for it. */
export const DASHBOARD_PROJECT_ID = '00000000-0000-7000-8000-000000000001';

export function callbackUrl(baseUrl: string): string {
  return `${baseUrl}/dashboard/callback`;
}

/** The project whose login is the dashboard's sign-in. It has no owner and no key. Safe when several start at once. */
export async function ensureDashboardProject(database: Database, clock: Clock, baseUrl: string): Promise<void> {
  const wanted = callbackUrl(baseUrl);
  const found = await findProject(database, DASHBOARD_PROJECT_ID);
  if (found === undefined) return insertDashboardProject(database, clock, wanted);
  if (found.callbackUrl === wanted) return;
  await changeProject(database, DASHBOARD_PROJECT_ID, { callbackUrl: wanted }, async () => {});
}

async function insertDashboardProject(database: Database, clock: Clock, callback: string): Promise<void> {
  try {
    await transact(database, (tx) =>
      insertProject(tx, {
        id: DASHBOARD_PROJECT_ID,
        ownerId: null,
        name: 'Bellhop',
        slug: DASHBOARD_SLUG,
        callbackUrl: callback,
        redirectUris: [],
        plan: 'unlimited',
        limits: {},
        look: {},
        status: 'active',
        createdAt: clock.now(),
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'project_pkey') && !isUniqueViolation(error, 'project_slug_key')) throw error;
    if ((await findProject(database, DASHBOARD_PROJECT_ID)) === undefined)
      throw new Error(`A project has the slug "${DASHBOARD_SLUG}", which the dashboard needs for itself.`);
  }
}
