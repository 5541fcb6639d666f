import Type, { type Static } from 'typebox';
import type { Database } from '#db';
import { answers, decodeCursor, type HttpServer, PageQuery, PROJECT_ERRORS, pageOf, pageSchema, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import { isTimeKey, readTimeKey, writeTimeKey } from '#lib/time-key.ts';
import { timestamp } from '#lib/timestamp.ts';
import { CHANNELS } from '#messengers';
import { parseSubscriberId, publicSubscriberId } from '#subscribers';
import { type ConfirmedLogin, listConfirmedLogins } from './login-log-store.ts';

const Channel = Type.Enum([...CHANNELS]);
const OrNull = Type.Union([Type.String(), Type.Null()]);
/** How it began; the row says `api` for what the API calls a session. */
const KINDS = { api: 'session', page: 'page', static: 'static' } as const;

const LoginJson = Type.Object({
  login_id: Type.String({ format: 'uuid' }),
  kind: Type.Enum(Object.values(KINDS)),
  subscriber_id: Type.String(),
  first_name: Type.Union([Type.String(), Type.Null()], { description: 'Null where the subscriber was removed.' }),
  username: OrNull,
  channel: Channel,
  state: Type.Optional(Type.String()),
  client_ip: Type.Optional(Type.String()),
  client_agent: Type.Optional(Type.String()),
  confirmed_at: Type.String({ format: 'date-time' }),
  verified_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the code was exchanged; null where it was not.',
  }),
});

/** Under /v1. */
export function loginLogRoutes(v1: HttpServer, database: Database): void {
  v1.get(
    '/auth/logins',
    {
      schema: {
        operationId: 'listLogins',
        summary: 'Confirmed logins, newest first',
        description: 'Kept for 7 days.',
        tags: [TAGS.login],
        security: [{ apiKey: [] }],
        querystring: Type.Object({
          ...PageQuery.properties,
          channel: Type.Optional(Channel),
          subscriber_id: Type.Optional(Type.String({ maxLength: 100 })),
        }),
        response: answers({ 200: pageSchema('logins', LoginJson) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { limit, cursor, channel, subscriber_id } = request.query;
      const filter = { channel, subscriberId: wantedSubscriber(subscriber_id) };
      const key = decodeCursor(cursor, isTimeKey);
      const page = { before: key === undefined ? undefined : readTimeKey(key), limit: limit + 1 };
      const rows = await listConfirmedLogins(database, request.caller.projectId, filter, page);
      const { items, nextCursor } = pageOf(rows, limit, ({ id, confirmedAt: at }) => writeTimeKey({ at, id }));
      return { logins: items.map(loginJson), next_cursor: nextCursor };
    },
  );
}

function wantedSubscriber(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const id = parseSubscriberId(text);
  if (id === undefined) throw new AppError('validation_failed', '`subscriber_id` is not the id of a subscriber.');
  return id;
}

function loginJson(login: ConfirmedLogin): Static<typeof LoginJson> {
  const { state, clientIp, clientAgent } = login;
  return {
    login_id: login.id,
    kind: KINDS[login.kind],
    subscriber_id: publicSubscriberId(login.subscriberId),
    first_name: login.firstName,
    username: login.username,
    channel: login.channel,
    ...(state === null ? {} : { state }),
    ...(clientIp === null ? {} : { client_ip: clientIp }),
    ...(clientAgent === null ? {} : { client_agent: clientAgent }),
    confirmed_at: timestamp(login.confirmedAt),
    verified_at: login.verifiedAt && timestamp(login.verifiedAt),
  };
}
