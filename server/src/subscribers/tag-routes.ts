import Type from 'typebox';
import { answers, type HttpServer, NoContent, PROJECT_ERRORS, TAGS } from '#http';
import { createTag, removeTag, renameTag } from './change-tags.ts';
import { MarkName } from './mark-name.ts';
import { TagJson, tagJson } from './subscriber-json.ts';
import type { SubscribersOptions } from './subscribers-options.ts';
import { listTags } from './tag-store.ts';

const common = { tags: [TAGS.subscribers], security: [{ apiKey: [] }] };
const TagName = Type.Object({ name: Type.String() });
const TagBody = Type.Object({ name: MarkName });

/** Under /v1. */
export function tagRoutes(v1: HttpServer, options: SubscribersOptions): void {
  v1.get(
    '/tags',
    {
      schema: {
        ...common,
        operationId: 'listTags',
        summary: 'List the tags, oldest first',
        response: answers({ 200: Type.Object({ tags: Type.Array(TagJson) }) }, PROJECT_ERRORS),
      },
    },
    async (request) => ({ tags: (await listTags(options.database, request.caller.projectId)).map(tagJson) }),
  );

  v1.post(
    '/tags',
    {
      schema: {
        ...common,
        operationId: 'createTag',
        summary: 'Create a tag',
        description: 'At most 20 per project.',
        body: TagBody,
        response: answers({ 201: TagJson }, [...PROJECT_ERRORS, 'conflict']),
      },
    },
    async (request, reply) =>
      reply.code(201).send(tagJson(await createTag(options, request.caller, request.body.name))),
  );

  v1.patch(
    '/tags/:name',
    {
      schema: {
        ...common,
        operationId: 'renameTag',
        summary: 'Rename a tag',
        description: 'Everybody who has it has it under the new name, and links that give it go on to do so.',
        params: TagName,
        body: TagBody,
        response: answers({ 200: TagJson }, [...PROJECT_ERRORS, 'not_found', 'conflict']),
      },
    },
    async (request) => tagJson(await renameTag(options, request.caller, request.params.name, request.body.name)),
  );

  v1.delete(
    '/tags/:name',
    {
      schema: {
        ...common,
        operationId: 'deleteTag',
        summary: 'Delete a tag',
        description: 'Nobody has it any more. Links that gave it just subscribe.',
        params: TagName,
        response: answers({ 204: NoContent }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      await removeTag(options, request.caller, request.params.name);
      return reply.code(204).send(null);
    },
  );
}
