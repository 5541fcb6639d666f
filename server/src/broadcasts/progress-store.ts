import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { insertEnded } from '#messages';
import type { BroadcastStatus } from './broadcast.ts';
import type { Progress } from './progress.ts';
import type { Rate } from './rate.ts';

export type ProgressRow = Rate & {
  id: string;
  projectId: string;
  status: BroadcastStatus;
  total: number;
  progress: Progress;
  finishedAt: Date | null;
};

type FlatRow = Omit<ProgressRow, 'progress'> & {
  sent: number;
  failed: number;
  skipped: number;
  batches: number;
  toldSent: number;
  toldFailed: number;
  toldSkipped: number;
};

/**
 * Their counts stay as they are until the transaction ends, but for its own changes. In the order of ids, as everybody
 * locks them: so nobody waits in a circle. A weak lock: who takes messages of a broadcast does not wait for it.
 */
export async function lockProgress(tx: Transaction, ids: string[]): Promise<ProgressRow[]> {
  const { rows } = await sql<FlatRow>`/* prepared */
    select id, project_id as "projectId", status, total, sent, failed, skipped, batches, batched_sent as "toldSent",
      batched_failed as "toldFailed", batched_skipped as "toldSkipped", rate, rate_marked_at as "markedAt",
      rate_marked_done as "markedDone", finished_at as "finishedAt"
    from broadcast where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  return rows.map(({ sent, failed, skipped, batches, toldSent, toldFailed, toldSkipped, ...row }) => ({
    ...row,
    progress: {
      done: { sent, failed, skipped },
      told: { sent: toldSent, failed: toldFailed, skipped: toldSkipped },
      batches,
    },
  }));
}

export async function storeProgress(tx: Transaction, rows: ProgressRow[]): Promise<void> {
  const flat = rows.map(
    ({ id, status, progress: { done, told, batches }, rate, markedAt, markedDone, finishedAt }) => ({
      ...{ id, status, ...done, batches, rate, markedAt, markedDone, finishedAt },
      ...{ toldSent: told.sent, toldFailed: told.failed, toldSkipped: told.skipped },
    }),
  );
  await sql`/* prepared */
    update broadcast b set status = p.status, sent = p.sent, failed = p.failed, skipped = p.skipped, batches = p.batches,
      batched_sent = p."toldSent", batched_failed = p."toldFailed", batched_skipped = p."toldSkipped", rate = p.rate,
      rate_marked_at = p."markedAt", rate_marked_done = p."markedDone", finished_at = p."finishedAt"
    from json_to_recordset(${JSON.stringify(flat)}::json) as p (id uuid, status text, sent int, failed int, skipped int,
      batches int, "toldSent" int, "toldFailed" int, "toldSkipped" int, rate real, "markedAt" timestamptz,
      "markedDone" int, "finishedAt" timestamptz)
    where b.id = p.id`.execute(tx);
}

/** Skips a batch of what a cancelled broadcast has not sent; answers how many. What is being taken just now is left out. */
export async function skipWaiting(tx: Transaction, jobId: string, most: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from broadcast_recipient where ctid = any(array(
        select ctid from broadcast_recipient where job_id = ${jobId} limit ${most} for update skip locked))
      returning *
    )
    ${insertEnded(sql`gone`, { state: 'skipped', reason: sql`'cancelled'` }, now)}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Waits for whoever is taking some of them at this moment, which decides about those. */
export async function isAnyWaiting(database: Database, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from broadcast_recipient where job_id = ${jobId} limit 1 for update`.execute(database);
  return rows.length > 0;
}

/** Cancelled, and somebody is not accounted for. */
export async function findUnswept(database: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from broadcast b where finished_at is null and status = 'cancelled'
      and exists (select from broadcast_recipient r where r.job_id = b.id)
    order by id limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
