import Type, { type Static } from 'typebox';
import {
  answers,
  decodeCursor,
  type HttpServer,
  NoContent,
  PageQuery,
  PROJECT_ERRORS,
  pageOf,
  pageSchema,
  TAGS,
} from '#http';
import { isUuid } from '#lib/ids.ts';
import { changeSubscriber, removeSubscriber, subscriberNotFound } from './change-subscriber.ts';
import { requireExternalId } from './external-id.ts';
import { parseSubscriberId, subscriberJson } from './subscriber.ts';
import { Channel, Lang, SubscriberJson } from './subscriber-json.ts';
import { countSubscribers, listSubscribers, type SubscriberFilter } from './subscriber-list-store.ts';
import { findProjectSubscriber } from './subscriber-store.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

const common = { tags: [TAGS.subscribers], security: [{ apiKey: [] }] };
const SubscriberId = Type.Object({ id: Type.String({ description: '`sub_…`, or the bare UUID.' }) });

/** Of the list and of the export. */
export const SubscriberQuery = Type.Object({
  channel: Type.Optional(Channel),
  tag: Type.Optional(Type.String({ maxLength: 200 })),
  external_id: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean({ description: 'Whether they are subscribed.' })),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of the first name, username or external id, in any case; or a whole subscriber id.',
    }),
  ),
});

/** Under /v1. */
export function subscriberRoutes(v1: HttpServer, options: SubscribersOptions): void {
  const { database } = options;
  const SubscriberPage = pageSchema('subscribers', SubscriberJson);

  v1.get(
    '/subscribers',
    {
      schema: {
        ...common,
        operationId: 'listSubscribers',
        summary: 'List the subscribers, newest first',
        querystring: Type.Object({ ...PageQuery.properties, ...SubscriberQuery.properties }),
        response: answers(
          {
            200: Type.Object({
              ...SubscriberPage.properties,
              total: Type.Integer({ description: 'How many there are on all pages.' }),
            }),
          },
          [...PROJECT_ERRORS, 'invalid_external_id'],
        ),
      },
    },
    async (request) => {
      const { projectId } = request.caller;
      const { limit, cursor } = request.query;
      const filter = filterOf(request.query);
      const before = decodeCursor(cursor, isUuid);
      const [rows, total] = await Promise.all([
        listSubscribers(database, projectId, filter, { before, limit: limit + 1 }),
        countSubscribers(database, projectId, filter),
      ]);
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
      return { subscribers: items.map(subscriberJson), next_cursor: nextCursor, total };
    },
  );

  v1.get(
    '/subscribers/:id',
    {
      schema: {
        ...common,
        operationId: 'getSubscriber',
        summary: 'Read a subscriber',
        params: SubscriberId,
        response: answers({ 200: SubscriberJson }, [...PROJECT_ERRORS, 'subscriber_not_found']),
      },
    },
    async (request) => {
      const id = knownSubscriberId(request.params.id);
      const subscriber = await findProjectSubscriber(database, request.caller.projectId, id);
      if (subscriber === undefined) throw subscriberNotFound();
      return subscriberJson(subscriber);
    },
  );

  v1.patch(
    '/subscribers/:id',
    {
      schema: {
        ...common,
        operationId: 'changeSubscriber',
        summary: 'Change a subscriber',
        description:
          'Only what is sent changes; tags and permissions replace those that the person has. `subscription.permission_changed` fires where the permissions are others than before.',
        params: SubscriberId,
        body: Type.Object({
          external_id: Type.Optional(
            Type.Union([Type.String(), Type.Null()], {
              description: '1 to 128 characters without control characters; null clears it.',
            }),
          ),
          lang: Type.Optional(Lang),
          tags: Type.Optional(Type.Array(Type.String(), { maxItems: 200, description: 'Of `/v1/tags`.' })),
          permissions: Type.Optional(
            Type.Array(Type.String(), { maxItems: 200, description: 'Of `/v1/permissions`.' }),
          ),
        }),
        response: answers({ 200: SubscriberJson }, [...PROJECT_ERRORS, 'invalid_external_id', 'subscriber_not_found']),
      },
    },
    async (request) => {
      const { external_id: externalId, lang, tags, permissions } = request.body;
      const id = knownSubscriberId(request.params.id);
      const change = { externalId, lang, tags, permissions };
      return subscriberJson(await changeSubscriber(options, request.caller, id, change));
    },
  );

  v1.delete(
    '/subscribers/:id',
    {
      schema: {
        ...common,
        operationId: 'deleteSubscriber',
        summary: 'Remove a subscriber',
        description:
          '`subscription.deleted` fires where the person was subscribed. Whoever subscribes again gets a new id.',
        params: SubscriberId,
        response: answers({ 204: NoContent }, [...PROJECT_ERRORS, 'subscriber_not_found']),
      },
    },
    async (request, reply) => {
      await removeSubscriber(options, request.caller, knownSubscriberId(request.params.id));
      return reply.code(204).send(null);
    },
  );
}

export function filterOf(query: Static<typeof SubscriberQuery>): SubscriberFilter {
  const { channel, tag, external_id: externalId, active, q } = query;
  if (externalId !== undefined) requireExternalId(externalId);
  return { channel, tag, externalId, active, q };
}

/** Ids of a wrong form name nobody, and never reach the database. */
function knownSubscriberId(text: string): string {
  const id = parseSubscriberId(text);
  if (id === undefined) throw subscriberNotFound();
  return id;
}
