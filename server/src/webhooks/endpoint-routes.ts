import Type from 'typebox';
import { EVENT_NAMES } from '#events';
import { answers, type HttpServer, NoContent, PROJECT_ERRORS, TAGS } from '#http';
import { isUuid } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { changeEndpoint, removeEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { ENDPOINT_STATUSES } from './endpoint.ts';
import { endpointNotFound } from './endpoint-rules.ts';
import { findEndpoint, listEndpoints } from './endpoint-store.ts';
import { rotateSecret } from './rotate-secret.ts';
import { EndpointJson, endpointJson, Secret } from './webhook-json.ts';
import type { Webhooks } from './webhooks.ts';

const common = { tags: [TAGS.webhooks], security: [{ apiKey: [] }] };
const EndpointId = Type.Object({ id: Type.String() });

const Url = Type.String({ maxLength: 2048, description: 'http or https, of a public host.' });
// Not an enum here: an unknown name is refused by a sentence that lists the known ones.
const Events = Type.Array(Type.String(), {
  maxItems: 200,
  description: `Empty: all. ${EVENT_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
});
const Description = Type.Union([Type.String({ maxLength: 500 }), Type.Null()]);

/** Under /v1. */
export function endpointRoutes(v1: HttpServer, { options }: Webhooks): void {
  const { database } = options;

  v1.post(
    '/webhooks',
    {
      schema: {
        ...common,
        operationId: 'createWebhook',
        summary: 'Create a webhook endpoint',
        description: 'At most 5 per project. The secret is shown in this answer and never again.',
        body: Type.Object({
          url: Url,
          events: Type.Optional(Events),
          description: Type.Optional(Description),
        }),
        response: answers({ 201: Type.Object({ ...EndpointJson.properties, secret: Secret }) }, [
          ...PROJECT_ERRORS,
          'invalid_url',
          'conflict',
        ]),
      },
    },
    async (request, reply) => {
      const { url, events = [], description = null } = request.body;
      const { endpoint, secret } = await createEndpoint(options, request.caller, { url, events, description });
      return reply.code(201).send({ ...endpointJson(endpoint), secret });
    },
  );

  v1.get(
    '/webhooks',
    {
      schema: {
        ...common,
        operationId: 'listWebhooks',
        summary: 'List the webhook endpoints, oldest first',
        response: answers({ 200: Type.Object({ webhooks: Type.Array(EndpointJson) }) }, PROJECT_ERRORS),
      },
    },
    async (request) => ({
      webhooks: (await listEndpoints(database, request.caller.projectId)).map(endpointJson),
    }),
  );

  v1.get(
    '/webhooks/:id',
    {
      schema: {
        ...common,
        operationId: 'getWebhook',
        summary: 'Read a webhook endpoint',
        params: EndpointId,
        response: answers({ 200: EndpointJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const endpoint = await findEndpoint(database, request.caller.projectId, knownEndpointId(request.params.id));
      if (endpoint === undefined) throw endpointNotFound();
      return endpointJson(endpoint);
    },
  );

  v1.put(
    '/webhooks/:id',
    {
      schema: {
        ...common,
        operationId: 'changeWebhook',
        summary: 'Change a webhook endpoint',
        description: 'Only what is sent changes. Disabling skips what is pending; recover it once active again.',
        params: EndpointId,
        body: Type.Object({
          url: Type.Optional(Url),
          events: Type.Optional(Events),
          description: Type.Optional(Description),
          status: Type.Optional(Type.Enum([...ENDPOINT_STATUSES])),
        }),
        response: answers({ 200: EndpointJson }, [...PROJECT_ERRORS, 'invalid_url', 'not_found']),
      },
    },
    async (request) => {
      const { url, events, description, status } = request.body;
      const change = { url, events, description, status };
      return endpointJson(await changeEndpoint(options, request.caller, knownEndpointId(request.params.id), change));
    },
  );

  v1.delete(
    '/webhooks/:id',
    {
      schema: {
        ...common,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook endpoint',
        description: 'What is pending is skipped. Its deliveries stay in the log for 30 days.',
        params: EndpointId,
        response: answers({ 204: NoContent }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      await removeEndpoint(options, request.caller, knownEndpointId(request.params.id));
      return reply.code(204).send(null);
    },
  );

  v1.post(
    '/webhooks/:id/rotate-secret',
    {
      schema: {
        ...common,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the signing secret',
        description:
          'The secret before it signs beside the new one for 24 hours: deliveries carry several `v1=` values.',
        params: EndpointId,
        response: answers(
          {
            200: Type.Object({
              id: Type.String({ format: 'uuid' }),
              secret: Secret,
              previous_secret_expires_at: Type.String({ format: 'date-time' }),
            }),
          },
          [...PROJECT_ERRORS, 'not_found', 'conflict'],
        ),
      },
    },
    async (request) => {
      const id = knownEndpointId(request.params.id);
      const { secret, previousExpiresAt } = await rotateSecret(options, request.caller, id);
      return { id, secret, previous_secret_expires_at: timestamp(previousExpiresAt) };
    },
  );
}

/** Ids of a wrong form name nothing, and never reach the database. */
export function knownEndpointId(id: string): string {
  if (!isUuid(id)) throw endpointNotFound();
  return id.toLowerCase();
}
