import { type Database, isUniqueViolation, type Transaction, transact } from '#db';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { uuidv7 } from '#lib/ids.ts';
import { makeApiKey, type NewApiKey } from './api-key.ts';
import { insertApiKey } from './api-key-store.ts';
import { recordAudit } from './audit-store.ts';
import type { Limits, Plan } from './plan.ts';
import { type Look, type Project, RESERVED_SLUGS, requirePageUrl } from './project.ts';
import { insertProject } from './project-store.ts';

export type ProjectWish = {
  name: string;
  slug: string;
  callbackUrl?: string | null;
  redirectUris?: string[];
  plan?: Plan;
  limits?: Partial<Limits>;
  look?: Look;
  ownerId?: string;
};

/** A project and its first key, which is shown this once. `also` runs in the same transaction, on the new project. */
export async function createProject(
  database: Database,
  clock: Clock,
  wish: ProjectWish,
  firstKey: NewApiKey = makeApiKey(),
  also: (tx: Transaction, project: Project) => Promise<void> = async () => {},
): Promise<{ project: Project; apiKey: string }> {
  if (RESERVED_SLUGS.includes(wish.slug)) throw slugTaken(wish.slug);
  const now = clock.now();
  const project: Project = {
    id: uuidv7(now),
    ownerId: wish.ownerId ?? null,
    name: wish.name,
    slug: wish.slug,
    callbackUrl: wish.callbackUrl ? requirePageUrl(wish.callbackUrl, 'callback_url') : null,
    redirectUris: [...new Set(wish.redirectUris ?? [])].map((url) => requirePageUrl(url, 'redirect_uris')),
    plan: wish.plan ?? 'free',
    limits: wish.limits ?? {},
    look: wish.look ?? {},
    status: 'active',
    createdAt: now,
  };
  try {
    await transact(database, async (tx) => {
      await insertProject(tx, project);
      const key = await issueApiKey(tx, clock, project.id, 'First key', firstKey);
      const detail = { slug: project.slug, plan: project.plan, key_id: key.id };
      const actor = project.ownerId === null ? 'operator' : `account:${project.ownerId}`;
      await recordAudit(tx, { projectId: project.id, actor, action: 'project.created', detail, at: now });
      await also(tx, project);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'project_slug_key')) throw slugTaken(wish.slug);
    if (isUniqueViolation(error, 'project_one_free_per_owner')) {
      throw new AppError('conflict', 'An account may own one free project. Choose a higher plan for this one.');
    }
    throw error;
  }
  return { project, apiKey: firstKey.key };
}

/** `key` is shown once. */
export type IssuedKey = { id: string; name: string; key: string; prefix: string; createdAt: Date };

export async function issueApiKey(
  tx: Transaction,
  clock: Clock,
  projectId: string,
  name: string,
  made = makeApiKey(),
): Promise<IssuedKey> {
  const createdAt = clock.now();
  const id = uuidv7(createdAt);
  await insertApiKey(tx, { id, projectId, name, hash: made.hash, prefix: made.prefix, createdAt });
  return { id, name, key: made.key, prefix: made.prefix, createdAt };
}

function slugTaken(slug: string): AppError {
  return new AppError('conflict', `The slug "${slug}" is taken. Choose another.`);
}
