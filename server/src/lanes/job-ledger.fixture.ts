/** A ledger as webhooks will have it: plain fetch, lanes by the thousand, at least once. */
import { sql } from 'kysely';
import type { Database } from '#db';
import { addSeconds } from '#lib/clock.ts';
import { type Finish, isHeld, type LaneJob, type LaneLimits, type Ledger } from './index.ts';

export type TestJob = LaneJob & { n: number };
export type TestOutcome = 'done' | { retryAfterSeconds: number };
export type Attempt = (job: TestJob, signal: AbortSignal) => Promise<TestOutcome | { timedOut: true }>;

export async function createJobTable(database: Database): Promise<void> {
  await sql`create table job (
    id uuid primary key default gen_random_uuid(), lane int not null, attempts int not null default 0,
    next_attempt_at timestamptz not null, finished_at timestamptz)`.execute(database);
  await sql`create index on job (lane, next_attempt_at, id) where finished_at is null`.execute(database);
}

export async function addJobs(database: Database, lane: number, count: number, at: Date): Promise<void> {
  await sql`insert into job (lane, next_attempt_at)
    select ${lane}, ${at} from generate_series(1, ${count}::int)`.execute(database);
}

export async function addJob(database: Database, id: string, lane: number, at: Date): Promise<void> {
  await sql`insert into job (id, lane, next_attempt_at) values (${id}, ${lane}, ${at})`.execute(database);
}

export async function unfinished(database: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from job where finished_at is null`.execute(
    database,
  );
  return rows[0]?.n ?? 0;
}

export const LIMITS: LaneLimits = { perLane: 4, total: 100, slowPerLane: 1, slowTotal: 10, slowAfterMs: 5_000 };

export function createJobLedger(
  database: Database,
  attempt: Attempt,
  limits: Partial<LaneLimits> = {},
): Ledger<TestJob, TestOutcome> & { calls: { discover: number; fetch: number; wants: number } } {
  const calls = { discover: 0, fetch: 0, wants: 0 };
  return {
    calls,
    name: 'job',
    limits: { ...LIMITS, ...limits },
    fetchClaims: false,
    async discover({ afterLane, shards, most, now }) {
      calls.discover += 1;
      const { rows } = await sql<{ lane: number }>`
        with recursive found as (
          (select lane from job where finished_at is null and lane > ${afterLane} order by lane limit 1)
          union all
          select (select lane from job where finished_at is null and lane > found.lane order by lane limit 1)
          from found where found.lane is not null)
        select lane from found where lane is not null and lane & 63 = any(${shards}::int[])
          and (select next_attempt_at from job where finished_at is null and job.lane = found.lane
            order by next_attempt_at, id limit 1) <= ${now} limit ${most}`.execute(database);
      return rows.map(({ lane }) => lane);
    },
    async fetch(wants, now) {
      calls.fetch += 1;
      calls.wants += wants.length;
      const { rows } = await sql<TestJob>`
        select due.* from unnest(${wants.map(({ lane }) => lane)}::int[], ${wants.map(({ room }) => room)}::int[],
          ${wants.map(({ cursor }) => cursor)}::text[]) as want (lane, room, after)
        cross join lateral (
          select id, lane, attempts + 1 as n, next_attempt_at::text || ' ' || id as cursor from job
          where job.lane = want.lane and finished_at is null and next_attempt_at <= ${now}
            and (want.after is null or (next_attempt_at, id) >
              (left(want.after, -37)::timestamptz, right(want.after, 36)::uuid))
          order by next_attempt_at, id limit want.room) due`.execute(database);
      return rows;
    },
    async attempt(job, signal) {
      const outcome = await attempt(job, signal);
      if (typeof outcome === 'object' && 'timedOut' in outcome)
        return { outcome: { retryAfterSeconds: 60 }, timedOut: true };
      return { outcome };
    },
    outcomeOfError: () => ({ retryAfterSeconds: 60 }),
    finish: (batch, now) => finishJobs(database, batch, now),
  };
}

export async function finishJobs(database: Database, batch: Finish<TestJob, TestOutcome>[], now: Date): Promise<void> {
  const rows = batch.map(({ job, token, outcome }) => ({
    id: job.id,
    n: job.n,
    token,
    finished_at: outcome === 'done' ? now : null,
    next_attempt_at: outcome === 'done' ? null : addSeconds(now, outcome.retryAfterSeconds),
  }));
  await sql`
    update job set attempts = done.n, finished_at = done.finished_at,
      next_attempt_at = coalesce(done.next_attempt_at, job.next_attempt_at)
    from json_to_recordset(${JSON.stringify(rows)}::json) as
      done (id uuid, n int, token uuid, finished_at timestamptz, next_attempt_at timestamptz)
    where job.id = done.id and job.finished_at is null and job.attempts = done.n - 1
      and ${isHeld('job', sql`job.lane`, sql`done.token`, now)}`.execute(database);
}
