import Type from 'typebox';
import { transact } from '#db';
import { type HttpServer, NoContent } from '#http';
import { AppError } from '#lib/app-error.ts';
import { isUuid } from '#lib/ids.ts';
import {
  ApiKeyJson,
  apiKeyJson,
  CreatedKeyJson,
  createdKeyJson,
  issueApiKey,
  KeyName,
  listApiKeys,
  lockProject,
  recordAudit,
  revokeApiKey,
} from '#projects';
import { actorOf } from './account.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { requireChange, requireLook } from './require-access.ts';

const ProjectId = Type.Object({ id: Type.String() });
const KeyId = Type.Object({ id: Type.String(), key_id: Type.String() });

/** Under /dashboard/api: the API keys of a project, for its admins. */
export function keyRoutes(api: HttpServer, { database, clock }: AccountsOptions): void {
  api.get(
    '/projects/:id/keys',
    {
      schema: { hide: true, params: ProjectId, response: { 200: Type.Object({ keys: Type.Array(ApiKeyJson) }) } },
    },
    async (request) => {
      const { projectId } = await requireLook(database, request.visitor.account, request.params.id, 'admin');
      return { keys: (await listApiKeys(database, projectId)).map(apiKeyJson) };
    },
  );

  api.post(
    '/projects/:id/keys',
    {
      schema: {
        hide: true,
        params: ProjectId,
        body: Type.Object({ name: KeyName }),
        response: { 201: CreatedKeyJson },
      },
    },
    async (request, reply) => {
      const { account, projectId } = await requireChange(database, request.visitor.account, request.params.id);
      const { name } = request.body;
      const made = await transact(database, async (tx) => {
        await lockProject(tx, projectId);
        const key = await issueApiKey(tx, clock, projectId, name);
        const detail = { key_id: key.id, name };
        const actor = actorOf(account);
        await recordAudit(tx, { projectId, actor, action: 'key.created', detail, at: key.createdAt });
        return key;
      });
      return reply.code(201).send(createdKeyJson(made));
    },
  );

  api.delete(
    '/projects/:id/keys/:key_id',
    { schema: { hide: true, params: KeyId, response: { 204: NoContent } } },
    async (request, reply) => {
      const { account, projectId } = await requireChange(database, request.visitor.account, request.params.id);
      const keyId = request.params.key_id.toLowerCase();
      await transact(database, async (tx) => {
        const at = clock.now();
        if (!isUuid(keyId) || !(await revokeApiKey(tx, projectId, keyId, at)))
          throw new AppError('not_found', 'This project has no such key, or it was revoked already.');
        const detail = { key_id: keyId };
        await recordAudit(tx, { projectId, actor: actorOf(account), action: 'key.revoked', detail, at });
      });
      return reply.code(204).send(null);
    },
  );
}
