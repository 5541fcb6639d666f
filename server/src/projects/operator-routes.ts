import Type from 'typebox';
import { type Database, type Transaction, transact } from '#db';
import {
  answers,
  decodeCursor,
  type HttpServer,
  NoContent,
  OPERATOR_ERRORS,
  PageQuery,
  pageOf,
  pageSchema,
  TAGS,
} from '#http';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { isUuid } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { listApiKeys, revokeApiKey } from './api-key-store.ts';
import { changeProject, projectNotFound } from './change-project.ts';
import { createProject, issueApiKey } from './create-project.ts';
import { PROJECT_STATUSES, SLUG_PATTERN } from './project.ts';
import { ApiKeyJson, apiKeyJson, ProjectFields, ProjectJson, projectJson } from './project-json.ts';
import { findProject, listProjects, lockProject } from './project-store.ts';
import { withoutNulls } from './without-nulls.ts';

export type OperatorDependencies = {
  database: Database;
  clock: Clock;
  /** Billing's, which this feature does not know. */
  addCredits: (tx: Transaction, projectId: string, credits: number) => Promise<void>;
};

const common = { tags: [TAGS.operator], security: [{ adminToken: [] }] };
const ProjectId = Type.Object({ id: Type.String() });
const KeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

const CreatedProject = Type.Object({
  ...ProjectJson.properties,
  api_key: Type.String({ description: 'Shown this once.' }),
});
const CreatedKey = Type.Object({
  key_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  prefix: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  api_key: Type.String({ description: 'Shown this once.' }),
});

/** Under /admin/v1, for the operator. */
export function operatorRoutes(admin: HttpServer, deps: OperatorDependencies): void {
  projectManagement(admin, deps);
  keyManagement(admin, deps);
}

function projectManagement(admin: HttpServer, { database, clock, addCredits }: OperatorDependencies): void {
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
      const project = await findProject(database, knownId(request.params.id));
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
      const id = knownId(request.params.id);
      const { callback_url, redirect_uris, add_credits, ...same } = request.body;
      const change = {
        ...same,
        ...(callback_url === undefined ? {} : { callbackUrl: callback_url }),
        ...(redirect_uris === undefined ? {} : { redirectUris: redirect_uris }),
      };
      const credits = async (tx: Transaction) => {
        if (add_credits !== undefined) await addCredits(tx, id, add_credits);
      };
      return projectJson(await changeProject(database, id, change, credits));
    },
  );
}

function keyManagement(admin: HttpServer, { database, clock }: OperatorDependencies): void {
  admin.get(
    '/projects/:id/keys',
    {
      schema: {
        ...common,
        operationId: 'listKeys',
        summary: 'List the API keys of a project, oldest first',
        params: ProjectId,
        response: answers({ 200: Type.Object({ keys: Type.Array(ApiKeyJson) }) }, [...OPERATOR_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const id = knownId(request.params.id);
      if ((await findProject(database, id)) === undefined) throw projectNotFound();
      return { keys: (await listApiKeys(database, id)).map(apiKeyJson) };
    },
  );

  admin.post(
    '/projects/:id/keys',
    {
      schema: {
        ...common,
        operationId: 'createKey',
        summary: 'Create an API key',
        params: ProjectId,
        body: Type.Object({ name: KeyName }),
        response: answers({ 201: CreatedKey }, [...OPERATOR_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      const id = knownId(request.params.id);
      const { name } = request.body;
      const made = await transact(database, async (tx) => {
        if ((await lockProject(tx, id)) === undefined) throw projectNotFound();
        return issueApiKey(tx, clock, id, name);
      });
      return reply
        .code(201)
        .send({ key_id: made.id, name, prefix: made.prefix, created_at: timestamp(made.createdAt), api_key: made.key });
    },
  );

  admin.delete(
    '/projects/:id/keys/:key_id',
    {
      schema: {
        ...common,
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        description: 'It is refused by every process within a second.',
        params: Type.Object({ id: Type.String(), key_id: Type.String() }),
        response: answers({ 204: NoContent }, [...OPERATOR_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      const { id, key_id } = request.params;
      const revoked = isUuid(key_id) && (await revokeApiKey(database, knownId(id), key_id, clock.now()));
      if (!revoked) throw new AppError('not_found', 'This project has no such key, or it was revoked already.');
      return reply.code(204).send(null);
    },
  );
}

/** Ids of a wrong form name nothing, and never reach the database. */
function knownId(id: string): string {
  if (!isUuid(id)) throw projectNotFound();
  return id;
}
