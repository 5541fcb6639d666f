import { sql } from 'kysely';
import type { Database } from '#db';
import type { TimeKey } from '#lib/time-key.ts';
import type { LedgerKind } from './credits.ts';

export type DayTotal = {
  /** As `2026-11-14`, by UTC. */
  date: string;
  login: number;
  message: number;
  granted: number;
};

type Span = { from: Date; until: Date };

/** What each of these days used, and was granted, in their order. Reads every row of those days. */
export async function totalsByDay(database: Database, projectId: string, dates: string[]): Promise<DayTotal[]> {
  const { rows } = await sql<DayTotal>`
    select d.date, t.* from unnest(${dates}::text[]) with ordinality as d (date, n)
    cross join lateral (select (d.date || 'T00:00:00Z')::timestamptz as midnight offset 0) m
    cross join lateral (
      select coalesce(-sum(amount) filter (where kind = 'login'), 0)::bigint as login,
        coalesce(-sum(amount) filter (where kind = 'message'), 0)::bigint as message,
        coalesce(sum(amount) filter (where kind in ('monthly_credits', 'plan_change')), 0)::bigint as granted
      from ledger_entry
      where project_id = ${projectId} and created_at >= m.midnight and created_at < m.midnight + interval '24 hours') t
    order by d.n`.execute(database);
  return rows;
}

export type LedgerRow = { id: string; kind: LedgerKind; amount: number; jobId: string | null; createdAt: Date };

/** Newest first. */
export async function listLedger(
  database: Database,
  projectId: string,
  { from, until }: Span,
  page: { before: TimeKey | undefined; limit: number },
): Promise<LedgerRow[]> {
  const before = page.before === undefined ? sql`true` : sql`(created_at, id) < (${page.before.at}, ${page.before.id})`;
  const { rows } = await sql<LedgerRow>`
    select id, kind, amount, job_id as "jobId", created_at as "createdAt" from ledger_entry
    where project_id = ${projectId} and created_at >= ${from} and created_at < ${until} and ${before}
    order by created_at desc, id desc limit ${page.limit}`.execute(database);
  return rows;
}
