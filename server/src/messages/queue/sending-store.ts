import { sql } from 'kysely';
import { arrayText, byKey, type Transaction } from '#db';
import { type Finish, type HeldShard, isHeld, tokenOf } from '#lanes';
import type { SendJob } from './claim-store.ts';
import { LEDGER } from './message.ts';
import { finishedColumns, type SettledRow } from './message-store.ts';
import type { Outcome } from './outcome.ts';

/** Any outcome, by what it may tell. */
type Told = {
  state: SettledRow['state'];
  reason?: NonNullable<SettledRow['reason']>;
  error?: string;
  counts?: boolean;
  nextAttemptAt?: Date;
  platformMessageId?: string | null;
};

/** Stores outcomes, each only under a live token and while its message is still in that very attempt. Answers of which. */
export async function finishMessages(
  tx: Transaction,
  batch: Finish<SendJob, Outcome>[],
  now: Date,
): Promise<Set<string>> {
  const column = (value: (finish: Finish<SendJob, Outcome>) => string | number) => arrayText(batch, value);
  const told = (value: (outcome: Told) => string | number | null | undefined) =>
    arrayText(batch, ({ outcome }) => value(outcome) ?? null);
  // By id and token alone: a condition on the state would tempt the planner to a partial index that it believes empty.
  const { rows } = await sql<{ id: string }>`/* prepared */
    with settled as (
      update message m set state = o.state, taken_by = null, error = o.error, reason = o.reason,
        attempts = m.attempts - o.uncounted, next_attempt_at = coalesce(o.next_attempt_at, m.next_attempt_at),
        platform_message_id = o.platform_message_id,
        finished_at = case when o.state = 'queued' then null else ${now}::timestamptz end
      from unnest(${column(({ job }) => job.id)}::uuid[], ${column(({ job }) => job.n)}::int[],
        ${column(({ token }) => token)}::uuid[], ${column(({ outcome }) => outcome.state)}::text[],
        ${told(({ error }) => error)}::text[], ${told(({ reason }) => reason)}::text[],
        ${told(({ counts }) => (counts === false ? 1 : 0))}::int[],
        ${told(({ nextAttemptAt }) => nextAttemptAt?.toISOString())}::timestamptz[],
        ${told(({ platformMessageId }) => platformMessageId)}::text[]
      ) as o (id, n, token, state, error, reason, uncounted, next_attempt_at, platform_message_id)
      where ${byKey('m.id', 'o.id')} and m.taken_by = o.token and m.attempts = o.n
        and ${isHeld(LEDGER, sql`m.lane`, sql`o.token`, now)}
      returning m.id
    ), given_back as (
      delete from message_taking t using settled where ${byKey('t.message_id', 'settled.id')}
    )
    select id from settled`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Settles messages that stand as being sent although nobody sends them. Those that this owner took without ever learning
 * of it (the answer was lost) go back as if never taken. Those of a former owner may have been sent.
 */
export async function settleAbandoned(
  tx: Transaction,
  held: HeldShard[],
  inFlight: string[],
  now: Date,
): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`/* prepared */
    with abandoned as (
      select m.id, m.taken_by = h.token as untouched, m.taken_by = h.token or m.kind = 'edit' as repeatable
      from message_taking t
      cross join lateral (select ${tokenOf(held, sql`t.lane`)} as token) h
      join message m on ${byKey('m.id', 't.message_id')}
      where ${isHeld(LEDGER, sql`m.lane`, sql`h.token`, now)}
        and not (m.taken_by = h.token and m.id in (select unnest(${inFlight}::uuid[])))
      for update of m skip locked
    ), settled as (
      update message m set taken_by = null,
        state = case when a.repeatable then 'queued' else 'failed' end,
        attempts = m.attempts - case when a.untouched then 1 else 0 end,
        reason = case when a.repeatable then null else 'unknown' end,
        error = case when a.repeatable then null else 'It was being sent when its sender ended.' end,
        finished_at = case when a.repeatable then null else ${now}::timestamptz end
      from abandoned a where ${byKey('m.id', 'a.id')}
      returning ${finishedColumns}
    ), given_back as (
      delete from message_taking t using settled where ${byKey('t.message_id', 'settled.id')}
    )
    select * from settled`.execute(tx);
  return rows;
}
