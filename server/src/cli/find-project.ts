import { isUuid } from '#lib/ids.ts';
import { ApiRefusal, type OperatorApi, type ProjectAnswer } from './operator-api.ts';
import { UsageError } from './usage-error.ts';

type Page = { projects: ProjectAnswer[]; next_cursor: string | null };

/** Every project, or those whose name or slug has the text; newest first. */
export async function* listProjects(api: OperatorApi, search: string | undefined): AsyncGenerator<ProjectAnswer> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '200' });
    if (search !== undefined) query.set('q', search);
    if (cursor !== null) query.set('cursor', cursor);
    const page: Page = await api.get(`/projects?${query}`);
    yield* page.projects;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** By id, or by slug through the search of the list, where only an exact match counts. */
export async function findProject(api: OperatorApi, slugOrId: string): Promise<ProjectAnswer> {
  if (isUuid(slugOrId)) return api.get(`/projects/${slugOrId}`);
  if (!/^[a-z0-9-]{3,32}$/.test(slugOrId)) {
    throw new UsageError(`"${slugOrId}" is neither a slug (3 to 32 of a-z, 0-9 and -) nor the id of a project.`);
  }
  for await (const project of listProjects(api, slugOrId)) {
    if (project.slug === slugOrId) return project;
  }
  throw new ApiRefusal({ error: `There is no project with the slug "${slugOrId}".`, code: 'not_found' });
}
