import Type from 'typebox';
import type { Database } from '#db';
import { answers, type HttpServer, OPERATOR_ERRORS, PROJECT_ERRORS, TAGS } from '#http';
import type { Clock } from '#lib/clock.ts';
import { timestamp } from '#lib/timestamp.ts';
import { type BotHealth, readBotHealth } from './bot-health.ts';

type Options = { database: Database; clock: Clock };

const OrNull = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
const Time = OrNull(Type.String({ format: 'date-time' }));

const BotJson = Type.Object({
  channel: Type.Enum(['telegram', 'max']),
  username: OrNull(Type.String()),
  name: OrNull(Type.String()),
  up: Type.Boolean({ description: 'Whether it receives updates, as far as is known.' }),
  last_ok_at: Time,
});
const OperatorBotJson = Type.Object({
  ...BotJson.properties,
  mode: Type.Enum(['polling', 'webhook']),
  last_update_at: Time,
  last_error: OrNull(Type.String()),
  last_error_at: Time,
});

/** Under /v1: whether people can be reached. */
export function botHealthRoutes(v1: HttpServer, { database, clock }: Options): void {
  const schema = {
    operationId: 'listBots',
    summary: 'The bots of this system, and whether they work',
    tags: [TAGS.project],
    security: [{ apiKey: [] }],
    response: answers({ 200: Type.Object({ bots: Type.Array(BotJson) }) }, PROJECT_ERRORS),
  };
  v1.get('/bots', { schema }, async () => ({ bots: (await readBotHealth(database, clock.now())).map(botJson) }));
}

/** Under /admin/v1: also what is wrong. */
export function operatorBotRoutes(admin: HttpServer, { database, clock }: Options): void {
  const schema = {
    operationId: 'listBotsForOperator',
    summary: 'The bots, whether they work, and what went wrong last',
    tags: [TAGS.operator],
    security: [{ adminToken: [] }],
    response: answers({ 200: Type.Object({ bots: Type.Array(OperatorBotJson) }) }, OPERATOR_ERRORS),
  };
  admin.get('/bots', { schema }, async () => ({
    bots: (await readBotHealth(database, clock.now())).map((bot) => ({
      ...botJson(bot),
      mode: bot.mode,
      last_update_at: orNull(bot.lastUpdateAt),
      last_error: bot.lastError,
      last_error_at: orNull(bot.lastErrorAt),
    })),
  }));
}

const orNull = (at: Date | null): string | null => (at === null ? null : timestamp(at));

function botJson({ channel, identity, up, lastOkAt }: BotHealth) {
  const { username = null, name = null } = identity ?? {};
  return { channel, username, name, up, last_ok_at: orNull(lastOkAt) };
}
