import Type, { type Static } from 'typebox';
import type { Database } from '#db';
import { answers, decodeCursor, type HttpServer, PageQuery, PROJECT_ERRORS, pageOf, pageSchema, TAGS } from '#http';
import { isUuid } from '#lib/ids.ts';
import { parseTime } from '#lib/parse-time.ts';
import { timestamp } from '#lib/timestamp.ts';
import { type AuditRow, listAudit } from './audit-log-store.ts';

const EntryJson = Type.Object({
  id: Type.String({ format: 'uuid' }),
  actor: Type.String({ description: '`key:` and the id of an API key, `operator`, or `account:` and the id of one.' }),
  actor_name: Type.Union([Type.String(), Type.Null()], { description: 'The name of that key or account.' }),
  action: Type.String({ description: 'What happened to what: `webhook.created`.' }),
  detail: Type.Record(Type.String(), Type.Any()),
  created_at: Type.String({ format: 'date-time' }),
});

/** Under /v1. */
export function auditRoutes(v1: HttpServer, database: Database): void {
  v1.get(
    '/audit',
    {
      schema: {
        operationId: 'listAudit',
        summary: 'Who changed what, newest first',
        description: 'Changes by the keys of this project, and by the operator.',
        tags: [TAGS.project],
        security: [{ apiKey: [] }],
        querystring: Type.Object({
          ...PageQuery.properties,
          action: Type.Optional(Type.String({ maxLength: 100 })),
          actor: Type.Optional(Type.String({ maxLength: 100 })),
          since: Type.Optional(Type.String({ maxLength: 40, description: 'From then on.' })),
          until: Type.Optional(Type.String({ maxLength: 40, description: 'Before then.' })),
        }),
        response: answers({ 200: pageSchema('entries', EntryJson) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { limit, cursor, action, actor, since, until } = request.query;
      const filter = {
        action,
        actor,
        since: since === undefined ? undefined : parseTime(since, 'since'),
        until: until === undefined ? undefined : parseTime(until, 'until'),
      };
      const page = { before: decodeCursor(cursor, isUuid), limit: limit + 1 };
      const rows = await listAudit(database, request.caller.projectId, filter, page);
      const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
      return { entries: items.map(entryJson), next_cursor: nextCursor };
    },
  );
}

function entryJson(row: AuditRow): Static<typeof EntryJson> {
  const { id, actor, actorName, action, detail, createdAt } = row;
  return { id, actor, actor_name: actorName, action, detail, created_at: timestamp(createdAt) };
}
