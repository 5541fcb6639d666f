import Type from 'typebox';
import { type Database, transact } from '#db';
import { answers, type HttpServer, NoContent, OPERATOR_ERRORS, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { isUuid } from '#lib/ids.ts';
import { listApiKeys, revokeApiKey } from './api-key-store.ts';
import { recordAudit } from './audit-store.ts';
import { knownProjectId, projectNotFound } from './change-project.ts';
import { issueApiKey } from './create-project.ts';
import { ApiKeyJson, apiKeyJson, CreatedKeyJson, createdKeyJson, KeyName } from './project-json.ts';
import { findProject, lockProject } from './project-store.ts';

const common = { tags: [TAGS.operator], security: [{ adminToken: [] }] };
const ProjectId = Type.Object({ id: Type.String() });

/** Under /admin/v1, for the operator. */
export function operatorKeyRoutes(admin: HttpServer, { database, clock }: { database: Database; clock: Clock }): void {
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
      const id = knownProjectId(request.params.id);
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
        response: answers({ 201: CreatedKeyJson }, [...OPERATOR_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      const id = knownProjectId(request.params.id);
      const { name } = request.body;
      const made = await transact(database, async (tx) => {
        if ((await lockProject(tx, id)) === undefined) throw projectNotFound();
        const key = await issueApiKey(tx, clock, id, name);
        const detail = { key_id: key.id, name };
        await recordAudit(tx, {
          projectId: id,
          actor: request.operatorActor,
          action: 'key.created',
          detail,
          at: key.createdAt,
        });
        return key;
      });
      return reply.code(201).send(createdKeyJson(made));
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
      const id = knownProjectId(request.params.id);
      const { key_id } = request.params;
      await transact(database, async (tx) => {
        const at = clock.now();
        if (!isUuid(key_id) || !(await revokeApiKey(tx, id, key_id, at))) throw keyNotFound();
        await recordAudit(tx, {
          projectId: id,
          actor: request.operatorActor,
          action: 'key.revoked',
          detail: { key_id: key_id.toLowerCase() },
          at,
        });
      });
      return reply.code(204).send(null);
    },
  );
}

function keyNotFound(): AppError {
  return new AppError('not_found', 'This project has no such key, or it was revoked already.');
}
