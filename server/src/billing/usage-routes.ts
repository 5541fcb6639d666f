import Type, { type Static } from 'typebox';
import type { Database } from '#db';
import { answers, decodeCursor, type HttpServer, PageQuery, PROJECT_ERRORS, pageOf, pageSchema, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { isTimeKey, readTimeKey, writeTimeKey } from '#lib/time-key.ts';
import { timestamp } from '#lib/timestamp.ts';
import { effectiveLimits, findProject, PLANS } from '#projects';
import { boundsOfMonth, monthOf } from './billing-month.ts';
import { LEDGER_KINDS } from './credits.ts';
import { readUsage } from './read-usage.ts';
import { type LedgerRow, listLedger } from './usage-store.ts';

const Time = Type.String({ format: 'date-time' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Use = { login: Type.Integer(), message: Type.Integer() };

const EntryJson = Type.Object({
  id: Type.String({ format: 'uuid' }),
  kind: Type.Enum([...LEDGER_KINDS]),
  amount: Type.Integer({ description: 'Below zero: taken.' }),
  job_id: orNull(Type.String({ format: 'uuid' }), 'The broadcast that was charged for.'),
  created_at: Time,
});

const UsageJson = Type.Object({
  plan: Type.Enum([...PLANS]),
  month: Type.String({ description: 'As `2026-11`, by UTC.' }),
  credits: Type.Object(
    {
      granted: orNull(Type.Integer(), 'What the month began with; null: no cap, or a past month without use.'),
      used: Type.Integer({ description: 'In the month.' }),
      packs: Type.Integer({ description: 'Left of credit packs, now; they outlast the month.' }),
      balance: orNull(Type.Integer(), 'Left in all, now; below zero where overdrawn. Null: no cap.'),
      exhausted_at: orNull(Time, 'When they ran out; null while there are some.'),
      grace_until: orNull(Time, 'How long paid operations go on without credits.'),
      blocked: Type.Boolean({ description: 'Paid operations are refused with `billing_blocked`.' }),
    },
    { description: 'A login and a message cost one each. The month goes first, then packs.' },
  ),
  by_kind: Type.Object(Use),
  by_day: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...Use }), {
    description: 'Every day of the month so far.',
  }),
  logins: Type.Object({ used: Type.Integer(), cap: orNull(Type.Integer(), 'Null: no cap.') }),
  ...pageSchema('ledger', EntryJson).properties,
});

/** Under /v1. */
export function usageRoutes(v1: HttpServer, { database, clock }: { database: Database; clock: Clock }): void {
  v1.get(
    '/usage',
    {
      schema: {
        operationId: 'getUsage',
        summary: 'Credits, what a month used of them, and the ledger',
        description: 'The ledger is of that month, newest first: every change of the credits is a row of it.',
        tags: [TAGS.billing],
        security: [{ apiKey: [] }],
        querystring: Type.Object({
          ...PageQuery.properties,
          month: Type.Optional(
            Type.String({
              pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
              description: 'As `2026-11`, by UTC; this one unless given.',
            }),
          ),
        }),
        response: answers({ 200: UsageJson }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { projectId } = request.caller;
      const { limit, cursor } = request.query;
      const month = monthOf(request.query.month === undefined ? clock.now() : new Date(request.query.month));
      const key = decodeCursor(cursor, isTimeKey);
      const [project, usage] = await Promise.all([
        findProject(database, projectId),
        readUsage(database, clock, projectId, month),
      ]);
      if (project === undefined || usage === undefined) throw new AppError('not_found', 'The project is gone.');
      const page = { before: key === undefined ? undefined : readTimeKey(key), limit: limit + 1 };
      const rows = await listLedger(database, projectId, boundsOfMonth(month), page);
      const { items, nextCursor } = pageOf(rows, limit, ({ id, createdAt: at }) => writeTimeKey({ at, id }));
      const { granted, used, credits, byKind, byDay, logins } = usage;
      return {
        plan: project.plan,
        month: month.slice(0, 7),
        credits: {
          granted,
          used,
          packs: credits.packs,
          balance: credits.granted === null ? null : credits.balance,
          exhausted_at: credits.exhaustedAt && timestamp(credits.exhaustedAt),
          grace_until: credits.graceUntil && timestamp(credits.graceUntil),
          blocked: credits.blocked,
        },
        by_kind: byKind,
        by_day: byDay,
        logins: { used: logins, cap: effectiveLimits(project).logins_per_month },
        ledger: items.map(entryJson),
        next_cursor: nextCursor,
      };
    },
  );
}

function entryJson({ id, kind, amount, jobId, createdAt }: LedgerRow): Static<typeof EntryJson> {
  return { id, kind, amount, job_id: jobId, created_at: timestamp(createdAt) };
}
