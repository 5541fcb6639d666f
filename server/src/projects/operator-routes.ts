import Type from 'typebox';
import type { Database, Transaction } from '#db';
import { answers, decodeCursor, type HttpServer, OPERATOR_ERRORS, PageQuery, pageOf, pageSchema, TAGS } from '#http';
import type { Clock } from '#lib/clock.ts';
import { isUuid } from '#lib/ids.ts';
import { recordAudit } from './audit-store.ts';
import { changeProject, knownProjectId, projectNotFound } from './change-project.ts';
import { createProject } from './create-project.ts';
import { operatorKeyRoutes } from './operator-key-routes.ts';
import { PROJECT_STATUSES, SLUG_PATTERN } from './project.ts';
import { ProjectFields, ProjectJson, projectJson } from './project-json.ts';
import { findProject, listProjects } from './project-store.ts';
import { withoutNulls } from './without-nulls.ts';

export type OperatorDependencies = {
  database: Database;
  clock: Clock;
  /** Billing's, which this feature does not know. */
  addCredits: (tx: Transaction, projectId: string, credits: number) => Promise<void>;
};

const common = { tags: [TAGS.operator], security: [{ adminToken: [] }] };
const ProjectId = Type.Object({ id: Type.String() });
const CreatedProject = Type.Object({
  ...ProjectJson.properties,
  api_key: Type.String({ description: 'Shown this once.' }),
});
/** What the audit trail names of a change, and of which it tells the value as well. */
const CHANGEABLE = ['name', 'callback_url', 'redirect_uris', 'plan', 'limits', 'look', 'status', 'add_credits'];
const TOLD_IN_FULL = ['plan', 'limits', 'status', 'add_credits'];

/** Under /admin/v1, for the operator. */
export function operatorRoutes(admin: HttpServer, { database, clock, addCredits }: OperatorDependencies): void {
  operatorKeyRoutes(admin, { database, clock });

  admin.post(
    '/projects',
    {
      schema: {
        ...common,
        operationId: 'createProject',
        summary: 'Create a project',
        body: Type.Object({
          ...ProjectFields,
          slug: Type.String({
            pattern: SLUG_PATTERN,
            description: 'Lower-case letters, digits and hyphens, 3 to 32; never changes.',
          }),
        }),
        response: answers({ 201: CreatedProject }, [...OPERATOR_ERRORS, 'invalid_url', 'conflict']),
      },
    },
    async (request, reply) => {
      const { name, slug, callback_url, redirect_uris, plan, limits, look } = request.body;
      const { project, apiKey } = await createProject(database, clock, {
        name,
        slug,
        callbackUrl: callback_url ?? null,
        redirectUris: redirect_uris ?? [],
        plan: plan ?? 'free',
        limits: withoutNulls(limits ?? {}),
        look: withoutNulls(look ?? {}),
      });
      return reply.code(201).send({ ...projectJson(project), api_key: apiKey });
    },
  );

  admin.get(
    '/projects',
    {
      schema: {
        ...common,
        operationId: 'listProjects',
        summary: 'List projects, newest first',
        querystring: Type.Object({
          ...PageQuery.properties,
          q: Type.Optional(Type.String({ maxLength: 100, description: 'Part of a name or slug.' })),
        }),
        response: answers({ 200: pageSchema('projects', ProjectJson) }, OPERATOR_ERRORS),
      },
    },
    async (request) => {
      const { limit, cursor, q } = request.query;
      const rows = await listProjects(database, { limit: limit + 1, before: decodeCursor(cursor, isUuid), search: q });
      const { items, nextCursor } = pageOf(rows, limit, (project) => project.id);
      return { projects: items.map(projectJson), next_cursor: nextCursor };
    },
  );

  admin.get(
    '/projects/:id',
    {
      schema: {
        ...common,
        operationId: 'readProject',
        summary: 'Read one project',
        params: ProjectId,
        response: answers({ 200: ProjectJson }, [...OPERATOR_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const project = await findProject(database, knownProjectId(request.params.id));
      if (project === undefined) throw projectNotFound();
      return projectJson(project);
    },
  );

  admin.patch(
    '/projects/:id',
    {
      schema: {
        ...common,
        operationId: 'changeProject',
        summary: 'Change a project',
        description: 'What is absent stays. In `limits` and `look`, null takes a name back to its default.',
        params: ProjectId,
        body: Type.Object({
          ...ProjectFields,
          name: Type.Optional(ProjectFields.name),
          status: Type.Optional(Type.Enum([...PROJECT_STATUSES])),
          add_credits: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        }),
        response: answers({ 200: ProjectJson }, [...OPERATOR_ERRORS, 'invalid_url', 'not_found']),
      },
    },
    async (request) => {
      const id = knownProjectId(request.params.id);
      const { callback_url, redirect_uris, add_credits, ...same } = request.body;
      const change = {
        ...same,
        ...(callback_url === undefined ? {} : { callbackUrl: callback_url }),
        ...(redirect_uris === undefined ? {} : { redirectUris: redirect_uris }),
      };
      const also = async (tx: Transaction) => {
        if (add_credits !== undefined) await addCredits(tx, id, add_credits);
        await recordChange(tx, id, request.operatorActor, request.body);
      };
      return projectJson(await changeProject(database, id, change, also));
    },
  );

  async function recordChange(
    tx: Transaction,
    projectId: string,
    actor: string,
    body: Record<string, unknown>,
  ): Promise<void> {
    const fields = CHANGEABLE.filter((field) => body[field] !== undefined);
    if (fields.length === 0) return;
    const told = TOLD_IN_FULL.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]));
    const detail = { fields, ...Object.fromEntries(told) };
    await recordAudit(tx, { projectId, actor, action: 'project.changed', detail, at: clock.now() });
  }
}
