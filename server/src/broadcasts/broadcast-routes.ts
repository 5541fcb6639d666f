import Type from 'typebox';
import {
  answers,
  decodeCursor,
  type HttpServer,
  PageQuery,
  PROJECT_ERRORS,
  pageOf,
  pageSchema,
  requireChanger,
  TAGS,
} from '#http';
import { isUuid } from '#lib/ids.ts';
import { listMessages, MESSAGE_STATUSES, messageBodyProperties } from '#messages';
import { CHANNELS } from '#messengers';
import { BROADCAST_STATUSES, broadcastNotFound } from './broadcast.ts';
import {
  BroadcastDetailJson,
  BroadcastJson,
  broadcastJson,
  PreviewJson,
  RecipientJson,
  recipientJson,
  StartedJson,
  startedJson,
} from './broadcast-json.ts';
import { findBroadcast, listBroadcasts } from './broadcast-store.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { createBroadcast, readBroadcastWish } from './create-broadcast.ts';
import { previewBroadcast } from './preview-broadcast.ts';
import { countReasons } from './reason-store.ts';

export const common = { tags: [TAGS.broadcasts], security: [{ apiKey: [] }] };
export const JobParams = Type.Object({ job_id: Type.String() });

const Tags = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, description }));

const BroadcastBody = Type.Object({
  ...messageBodyProperties,
  channel: Type.Optional(Type.Enum([...CHANNELS], { description: 'Only there; both unless given.' })),
  permission: Type.Optional(Type.String({ description: 'Only to those who allow this kind of messages.' })),
  tags_all: Tags('Only to those with every one of these tags. An empty list narrows nothing.'),
  tags_any: Tags('Only to those with at least one of them.'),
  exclude_tags: Tags('Not to those with any of them.'),
  messages_per_minute: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      description: 'Slower than the bots could; as fast as they can unless given.',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Say what would happen, and do nothing.' })),
});

/** Under /v1: making broadcasts and reading of them. */
export function broadcastRoutes(v1: HttpServer, options: BroadcastsOptions): void {
  const { database, clock, idempotency } = options;

  v1.post(
    '/broadcast',
    {
      config: { viewerMay: true },
      schema: {
        ...common,
        operationId: 'createBroadcast',
        summary: 'Send one message to many',
        description:
          'To all subscribers, or those whom channel, tags and permission choose, as they are at this moment: at most ' +
          '100,000. Who is not subscribed any more counts as skipped at once. One credit for each message that is sent. ' +
          'Accepts `Idempotency-Key`. `dry_run` is answered by 200.',
        body: BroadcastBody,
        response: answers({ 200: PreviewJson, 202: StartedJson }, [
          ...PROJECT_ERRORS,
          ...(['invalid_url', 'billing_blocked', 'idempotency_conflict', 'request_in_progress'] as const),
        ]),
      },
    },
    (request, reply) => {
      if (request.body.dry_run !== true) requireChanger(request.caller);
      return idempotency.run(request, reply, async ({ id, resumed }) => {
        const { projectId } = request.caller;
        const started = resumed ? await findBroadcast(database, projectId, id) : undefined;
        if (started !== undefined) return { status: 202, body: startedJson(started) };
        const wish = await readBroadcastWish(options, projectId, request.body);
        if (request.body.dry_run !== true) {
          return { status: 202, body: startedJson(await createBroadcast(options, request.caller, id, wish)) };
        }
        const { wouldSendTo, sample } = await previewBroadcast(options, projectId, wish);
        return {
          status: 200,
          body: { would_send_to: wouldSendTo, estimated_credits: wouldSendTo, rendered_sample: sample },
        };
      });
    },
  );

  v1.get(
    '/broadcast',
    {
      schema: {
        ...common,
        operationId: 'listBroadcasts',
        summary: 'List the broadcasts, newest first',
        querystring: Type.Object({
          ...PageQuery.properties,
          status: Type.Optional(Type.Enum([...BROADCAST_STATUSES])),
        }),
        response: answers({ 200: pageSchema('broadcasts', BroadcastJson) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { limit, cursor, status } = request.query;
      const page = { status, before: decodeCursor(cursor, isUuid), limit: limit + 1 };
      const rows = await listBroadcasts(database, request.caller.projectId, page);
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
      const now = clock.now();
      return { broadcasts: items.map((broadcast) => broadcastJson(broadcast, now)), next_cursor: nextCursor };
    },
  );

  v1.get(
    '/broadcast/:job_id',
    {
      schema: {
        ...common,
        operationId: 'getBroadcast',
        summary: 'How a broadcast fares',
        params: JobParams,
        response: answers({ 200: BroadcastDetailJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const id = knownJobId(request.params.job_id);
      const broadcast = await findBroadcast(database, request.caller.projectId, id);
      if (broadcast === undefined) throw broadcastNotFound();
      return { ...broadcastJson(broadcast, clock.now()), by_reason: await countReasons(database, broadcast) };
    },
  );

  v1.get(
    '/broadcast/:job_id/deliveries',
    {
      schema: {
        ...common,
        operationId: 'listRecipientsOfBroadcast',
        summary: 'What became of each message of a broadcast',
        description: 'Messages are kept for 30 days.',
        params: JobParams,
        querystring: Type.Object({
          ...PageQuery.properties,
          status: Type.Optional(Type.Enum([...MESSAGE_STATUSES])),
        }),
        response: answers({ 200: pageSchema('deliveries', RecipientJson) }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const { projectId } = request.caller;
      const { limit, cursor, status } = request.query;
      const jobId = knownJobId(request.params.job_id);
      if ((await findBroadcast(database, projectId, jobId)) === undefined) throw broadcastNotFound();
      const filter = { jobId, states: status && [status] };
      const page = { before: decodeCursor(cursor, isUuid), limit: limit + 1 };
      const { items, nextCursor } = pageOf(
        await listMessages(database, projectId, filter, page),
        limit,
        ({ id }) => id,
      );
      return { deliveries: items.map(recipientJson), next_cursor: nextCursor };
    },
  );
}

/** Ids of a wrong form name nothing, and never reach the database. */
export function knownJobId(id: string): string {
  if (!isUuid(id)) throw broadcastNotFound();
  return id.toLowerCase();
}
