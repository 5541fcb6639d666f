import { type Database, isUniqueViolation, type Transaction, transact } from '#db';
import { AppError } from '#lib/app-error.ts';
import { isUuid } from '#lib/ids.ts';
import type { Limits, Plan } from './plan.ts';
import { type Look, type Project, type ProjectStatus, requirePageUrl } from './project.ts';
import { lockProject, updateProject } from './project-store.ts';
import { withoutNulls } from './without-nulls.ts';

/** What is absent stays; in `limits` and `look` a null takes the name back to its default. */
export type ProjectChange = {
  name?: string;
  callbackUrl?: string | null;
  redirectUris?: string[];
  plan?: Plan;
  limits?: Nullable<Limits>;
  look?: Nullable<Look>;
  status?: ProjectStatus;
};

type Nullable<T> = { [K in keyof T]?: T[K] | null };

/** `also` runs in the same transaction, on the changed project. */
export async function changeProject(
  database: Database,
  id: string,
  change: ProjectChange,
  also: (tx: Transaction) => Promise<void>,
): Promise<Project> {
  return transact(database, async (tx) => {
    const project = await lockProject(tx, id);
    if (project === undefined) throw projectNotFound();
    const changed: Project = {
      ...project,
      name: change.name ?? project.name,
      callbackUrl:
        change.callbackUrl === undefined
          ? project.callbackUrl
          : change.callbackUrl && requirePageUrl(change.callbackUrl, 'callback_url'),
      redirectUris: [...new Set(change.redirectUris ?? project.redirectUris)].map((url) =>
        requirePageUrl(url, 'redirect_uris'),
      ),
      plan: change.plan ?? project.plan,
      limits: merge<Limits>(project.limits, change.limits ?? {}),
      look: merge<Look>(project.look, change.look ?? {}),
      status: change.status ?? project.status,
    };
    await updateProject(tx, changed).catch(refuseSecondFree);
    await also(tx);
    return changed;
  });
}

/** The owner has one free project already. */
function refuseSecondFree(error: unknown): never {
  if (!isUniqueViolation(error, 'project_one_free_per_owner')) throw error;
  throw new AppError(
    'conflict',
    'The owner of this project has a free one already. Choose a higher plan for one of them.',
  );
}

export function projectNotFound(): AppError {
  return new AppError('not_found', 'There is no project with this id.');
}

/** Ids of a wrong form name nothing, and never reach the database. */
export function knownProjectId(id: string): string {
  if (!isUuid(id)) throw projectNotFound();
  return id;
}

function merge<T extends object>(before: Partial<T>, change: Nullable<T>): Partial<T> {
  return withoutNulls({ ...before, ...change }) as Partial<T>;
}
