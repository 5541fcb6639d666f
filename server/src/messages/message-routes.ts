import Type, { type Static } from 'typebox';
import type { Database } from '#db';
import { answers, decodeCursor, type HttpServer, PageQuery, PROJECT_ERRORS, pageOf, pageSchema, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import { isUuid } from '#lib/ids.ts';
import { parseTime } from '#lib/parse-time.ts';
import { CHANNELS } from '#messengers';
import { parseSubscriberId } from '#subscribers';
import { type FindBroadcastComposition, spokenIn } from './compose/spoken.ts';
import type { LoggedMessage, MessageFilter } from './logged-message.ts';
import { MESSAGE_STATUSES, MessageJson, messageJson } from './message-json.ts';
import { findProjectMessage, listMessages } from './message-log-store.ts';

const common = { tags: [TAGS.messages], security: [{ apiKey: [] }] };

const LogQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum([...MESSAGE_STATUSES])),
  channel: Type.Optional(Type.Enum([...CHANNELS])),
  subscriber_id: Type.Optional(Type.String({ maxLength: 100 })),
  job_id: Type.Optional(Type.String({ maxLength: 100, description: 'Those of a broadcast.' })),
  since: Type.Optional(Type.String({ maxLength: 40, description: 'Asked for then or later; a time with an offset.' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'Asked for before then.' })),
});

export type MessageRoutesOptions = { database: Database; findBroadcastComposition: FindBroadcastComposition };

/** Under /v1. */
export function messageRoutes(v1: HttpServer, options: MessageRoutesOptions): void {
  const { database, findBroadcastComposition } = options;

  v1.get(
    '/messages',
    {
      schema: {
        ...common,
        operationId: 'listMessages',
        summary: 'The log of messages, newest first',
        description: 'Single messages and those of broadcasts. Messages are kept for 30 days.',
        querystring: LogQuery,
        response: answers({ 200: pageSchema('messages', MessageJson) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const before = decodeCursor(cursor, isUuid);
      const filter = readFilter(request.query);
      const page = { before, limit: limit + 1 };
      const rows = filter === undefined ? [] : await listMessages(database, request.caller.projectId, filter, page);
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
      return { messages: await Promise.all(items.map(show)), next_cursor: nextCursor };
    },
  );

  v1.get(
    '/messages/:message_id',
    {
      schema: {
        ...common,
        operationId: 'getMessage',
        summary: 'What became of a message',
        params: Type.Object({ message_id: Type.String() }),
        response: answers({ 200: MessageJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const { message_id: id } = request.params;
      const { projectId } = request.caller;
      const message = isUuid(id) ? await findProjectMessage(database, projectId, id.toLowerCase()) : undefined;
      if (message === undefined) throw new AppError('not_found', 'This project has no such message.');
      return show(message);
    },
  );

  async function show(message: LoggedMessage): Promise<Static<typeof MessageJson>> {
    return messageJson(message, await spokenIn(message, findBroadcastComposition));
  }
}

/** Undefined where nothing can match: nobody has an id of that form. */
function readFilter(query: Static<typeof LogQuery>): MessageFilter | undefined {
  const { status, channel, subscriber_id, job_id } = query;
  const subscriberId = subscriber_id === undefined ? undefined : parseSubscriberId(subscriber_id);
  const since = query.since === undefined ? undefined : parseTime(query.since, 'since');
  const until = query.until === undefined ? undefined : parseTime(query.until, 'until');
  if (subscriber_id !== undefined && subscriberId === undefined) return undefined;
  if (job_id !== undefined && !isUuid(job_id)) return undefined;
  return {
    ...{ channel, subscriberId, since, until, jobId: job_id?.toLowerCase() },
    states: status && [status],
  };
}
