import { sql } from 'kysely';
import type { Database } from '#db';

export type WindowDemand = { subject: string; wanted: number; quota: number };
export type WindowState = { subject: string; startedAt: Date; used: number; granted: number };

/**
 * Counts a batch of requests into each subject's window and says how many of them fit.
 * The row lock orders all processes, so the sum of what they are granted never exceeds the quota.
 * A window that has ended is replaced by one that starts now.
 */
export async function takeFromWindows(
  database: Database,
  demands: WindowDemand[],
  now: Date,
  windowSeconds: number,
): Promise<WindowState[]> {
  // One order for everybody: two batches cannot wait for each other.
  const sorted = demands.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  const ended = sql`w.started_at <= excluded.started_at - make_interval(secs => ${windowSeconds})`;
  const before = sql`case when ${ended} then 0 else w.used end`;
  const fits = sql`greatest(0, least(excluded.granted, excluded.quota - ${before}))`;
  const { rows } = await sql<WindowState>`/* prepared */
    insert into rate_window as w (subject, started_at, quota, used, granted)
    select subject, ${now}::timestamptz, quota, least(wanted, quota), least(wanted, quota)
    from unnest(
      ${sorted.map((demand) => demand.subject)}::text[],
      ${sorted.map((demand) => demand.wanted)}::int[],
      ${sorted.map((demand) => demand.quota)}::int[]
    ) as demand (subject, wanted, quota)
    on conflict (subject) do update set
      started_at = case when ${ended} then excluded.started_at else w.started_at end,
      quota = excluded.quota,
      used = ${before} + ${fits},
      granted = ${fits}
    returning subject, started_at as "startedAt", used, granted`.execute(database);
  return rows;
}
