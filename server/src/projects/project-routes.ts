import type { Database } from '#db';
import { answers, type HttpServer, PROJECT_ERRORS, TAGS } from '#http';
import { projectNotFound } from './change-project.ts';
import { ProjectJson, projectJson } from './project-json.ts';
import { findProject } from './project-store.ts';

/** Under /v1, for a project's own key. */
export function projectRoutes(v1: HttpServer, database: Database): void {
  const schema = {
    operationId: 'getProject',
    summary: 'The project that this key belongs to',
    tags: [TAGS.project],
    security: [{ apiKey: [] }],
    response: answers({ 200: ProjectJson }, PROJECT_ERRORS),
  };
  v1.get('/project', { schema }, async (request) => {
    const project = await findProject(database, request.caller.projectId);
    if (project === undefined) throw projectNotFound();
    return projectJson(project);
  });
}
