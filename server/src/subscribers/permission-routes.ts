import Type from 'typebox';
import { answers, type HttpServer, NoContent, PROJECT_ERRORS, TAGS } from '#http';
import { changePermission, createPermission, removePermission } from './change-permissions.ts';
import { MarkName } from './mark-name.ts';
import { listPermissions } from './permission-store.ts';
import { PermissionJson, permissionJson, Title, titleOf } from './subscriber-json.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

const common = { tags: [TAGS.subscribers], security: [{ apiKey: [] }] };
const PermissionName = Type.Object({ name: Type.String() });

/** Under /v1. */
export function permissionRoutes(v1: HttpServer, options: SubscribersOptions): void {
  v1.get(
    '/permissions',
    {
      schema: {
        ...common,
        operationId: 'listPermissions',
        summary: 'List the permissions, oldest first',
        response: answers({ 200: Type.Object({ permissions: Type.Array(PermissionJson) }) }, PROJECT_ERRORS),
      },
    },
    async (request) => ({
      permissions: (await listPermissions(options.database, request.caller.projectId)).map(permissionJson),
    }),
  );

  v1.post(
    '/permissions',
    {
      schema: {
        ...common,
        operationId: 'createPermission',
        summary: 'Create a permission',
        description:
          'A kind of messages that people can switch on and off in the bot. At most 20 per project. New subscribers have all of them; whoever is subscribed already gets this one only with `grant_to_all`, which fires no event.',
        body: Type.Object({
          name: MarkName,
          title: Type.Optional(Title),
          grant_to_all: Type.Optional(
            Type.Boolean({ description: 'Give it to everybody who is known already; by default to nobody.' }),
          ),
        }),
        response: answers({ 201: PermissionJson }, [...PROJECT_ERRORS, 'conflict']),
      },
    },
    async (request, reply) => {
      const { name, title = {}, grant_to_all: grantToAll = false } = request.body;
      const permission = await createPermission(options, request.caller, { name, title: titleOf(title), grantToAll });
      return reply.code(201).send(permissionJson(permission));
    },
  );

  v1.patch(
    '/permissions/:name',
    {
      schema: {
        ...common,
        operationId: 'changePermission',
        summary: 'Change a permission',
        description:
          'Only what is sent changes; the title as a whole. Everybody who has it has it under the new name, without an event.',
        params: PermissionName,
        body: Type.Object({ name: Type.Optional(MarkName), title: Type.Optional(Title) }),
        response: answers({ 200: PermissionJson }, [...PROJECT_ERRORS, 'not_found', 'conflict']),
      },
    },
    async (request) => {
      const { name, title } = request.body;
      const change = { name, title: title && titleOf(title) };
      return permissionJson(await changePermission(options, request.caller, request.params.name, change));
    },
  );

  v1.delete(
    '/permissions/:name',
    {
      schema: {
        ...common,
        operationId: 'deletePermission',
        summary: 'Delete a permission',
        description:
          'Nobody has it any more. As your own act it fires no `subscription.permission_changed`. Links that gave it just subscribe.',
        params: PermissionName,
        response: answers({ 204: NoContent }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      await removePermission(options, request.caller, request.params.name);
      return reply.code(204).send(null);
    },
  );
}
