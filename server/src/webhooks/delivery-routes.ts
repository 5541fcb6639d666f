import Type, { type Static } from 'typebox';
import { EVENT_NAMES } from '#events';
import { answers, decodeCursor, type HttpServer, PageQuery, PROJECT_ERRORS, pageOf, pageSchema, TAGS } from '#http';
import { isUuid } from '#lib/ids.ts';
import { parseTime } from '#lib/parse-time.ts';
import { DELIVERY_STATES } from './delivery.ts';
import {
  type DeliveryFilter,
  findDelivery,
  hasEndpointEver,
  listAttempts,
  listDeliveries,
} from './delivery-log-store.ts';
import { knownEndpointId } from './endpoint-routes.ts';
import { deliveryNotFound, endpointNotFound } from './endpoint-rules.ts';
import { findEndpoint } from './endpoint-store.ts';
import { recoverDeliveries, redeliver, sendSample } from './repair-deliveries.ts';
import { attemptJson, DeliveryDetailJson, DeliveryJson, deliveryJson } from './webhook-json.ts';
import type { Webhooks } from './webhooks.ts';

const common = { tags: [TAGS.webhooks], security: [{ apiKey: [] }] };
const EndpointId = Type.Object({ id: Type.String() });
const DeliveryId = Type.Object({ delivery_id: Type.String() });
const EventName = Type.Enum([...EVENT_NAMES]);
const Time = Type.String({
  maxLength: 40,
  description: 'A time with an offset, such as `2026-11-14T09:30:00.000+00:00`.',
});
const DeliveryPage = pageSchema('deliveries', DeliveryJson);

const LogQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum([...DELIVERY_STATES])),
  event: Type.Optional(EventName),
  since: Type.Optional(Type.String({ maxLength: 40, description: 'Of the event; from then on.' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'Before then.' })),
});
type LogQuery = Static<typeof LogQuery>;

/** Under /v1. */
export function deliveryRoutes(v1: HttpServer, webhooks: Webhooks): void {
  const { database } = webhooks.options;

  v1.get(
    '/webhooks/deliveries',
    {
      schema: {
        ...common,
        operationId: 'listDeliveries',
        summary: 'The log of deliveries, newest first',
        description: 'Of all endpoints, also of removed ones. Deliveries are kept for 30 days.',
        querystring: Type.Object({ ...LogQuery.properties, endpoint_id: Type.Optional(Type.String()) }),
        response: answers({ 200: DeliveryPage }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const { projectId } = request.caller;
      const { endpoint_id } = request.query;
      if (endpoint_id === undefined) return page(projectId, undefined, request.query);
      const endpointId = knownEndpointId(endpoint_id);
      if (!(await hasEndpointEver(database, projectId, endpointId))) throw endpointNotFound();
      return page(projectId, endpointId, request.query);
    },
  );

  v1.get(
    '/webhooks/:id/deliveries',
    {
      schema: {
        ...common,
        operationId: 'listDeliveriesOfWebhook',
        summary: 'The log of an endpoint, newest first',
        params: EndpointId,
        querystring: LogQuery,
        response: answers({ 200: DeliveryPage }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const { projectId } = request.caller;
      const endpointId = knownEndpointId(request.params.id);
      if ((await findEndpoint(database, projectId, endpointId)) === undefined) throw endpointNotFound();
      return page(projectId, endpointId, request.query);
    },
  );

  v1.get(
    '/webhooks/deliveries/:delivery_id',
    {
      schema: {
        ...common,
        operationId: 'getDelivery',
        summary: 'A delivery with its payload and every attempt',
        params: DeliveryId,
        response: answers({ 200: DeliveryDetailJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const delivery = await callersDelivery(request.caller.projectId, request.params.delivery_id);
      const attempts = await listAttempts(database, delivery);
      return { ...deliveryJson(delivery), payload: JSON.parse(delivery.body), attempts: attempts.map(attemptJson) };
    },
  );

  v1.post(
    '/webhooks/deliveries/:delivery_id/redeliver',
    {
      schema: {
        ...common,
        operationId: 'redeliver',
        summary: 'Deliver once more',
        description: 'Under the same delivery id, with a new schedule of retries.',
        params: DeliveryId,
        response: answers({ 202: DeliveryJson }, [...PROJECT_ERRORS, 'not_found', 'conflict']),
      },
    },
    async (request, reply) => {
      const { projectId } = request.caller;
      const { id } = await callersDelivery(projectId, request.params.delivery_id);
      await redeliver(webhooks, projectId, id);
      return reply.code(202).send(deliveryJson(await callersDelivery(projectId, id)));
    },
  );

  v1.post(
    '/webhooks/:id/recover',
    {
      schema: {
        ...common,
        operationId: 'recoverDeliveries',
        summary: 'Deliver again what failed or was skipped',
        params: EndpointId,
        body: Type.Object({ since: Time }),
        response: answers(
          { 202: Type.Object({ deliveries: Type.Integer({ description: 'How many are sent once more.' }) }) },
          [...PROJECT_ERRORS, 'not_found', 'conflict'],
        ),
      },
    },
    async (request, reply) => {
      const id = knownEndpointId(request.params.id);
      const since = parseTime(request.body.since, 'since');
      return reply
        .code(202)
        .send({ deliveries: await recoverDeliveries(webhooks, request.caller.projectId, id, since) });
    },
  );

  v1.post(
    '/webhooks/:id/test',
    {
      schema: {
        ...common,
        operationId: 'testWebhook',
        summary: 'Send a sample of an event',
        description: 'Signed, retried and logged as any delivery, whatever events the endpoint wants.',
        params: EndpointId,
        body: Type.Object({ event: EventName }),
        response: answers({ 202: Type.Object({ delivery_id: Type.String({ format: 'uuid' }) }) }, [
          ...PROJECT_ERRORS,
          'not_found',
          'conflict',
        ]),
      },
    },
    async (request, reply) => {
      const id = knownEndpointId(request.params.id);
      const deliveryId = await sendSample(webhooks, request.caller.projectId, id, request.body.event);
      return reply.code(202).send({ delivery_id: deliveryId });
    },
  );

  async function callersDelivery(projectId: string, id: string) {
    const delivery = isUuid(id) ? await findDelivery(database, projectId, id.toLowerCase()) : undefined;
    if (delivery === undefined) throw deliveryNotFound();
    return delivery;
  }

  async function page(projectId: string, endpointId: string | undefined, query: LogQuery) {
    const filter: DeliveryFilter = {
      endpointId,
      state: query.status,
      event: query.event,
      since: query.since === undefined ? undefined : parseTime(query.since, 'since'),
      until: query.until === undefined ? undefined : parseTime(query.until, 'until'),
    };
    const before = decodeCursor(query.cursor, isUuid);
    const rows = await listDeliveries(database, projectId, filter, { before, limit: query.limit + 1 });
    const { items, nextCursor } = pageOf(rows, query.limit, ({ id }) => id);
    return { deliveries: items.map(deliveryJson), next_cursor: nextCursor };
  }
}
