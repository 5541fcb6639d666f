/** Recipients of broadcasts, from the queue to the message that each becomes once it has come to an end. */
import { type RawBuilder, sql } from 'kysely';
import { arrayBytes, arrayText, byKey, shortArrayText, type Transaction } from '#db';
import { type Finish, type HeldShard, isHeld, tokenOf } from '#lanes';
import type { SendJob } from './claim-store.ts';
import { gatheredRecipients, recipientsOf } from './gathered-recipients-store.ts';
import { LEDGER, PRIORITY } from './message.ts';
import { type DepartedRow, finishedColumns, type SettledRow } from './message-store.ts';
import type { FinalOutcome, Outcome, Postponed } from './outcome.ts';

type Ended<How extends Outcome = Outcome> = Finish<SendJob, How>;

/** The messages that recipients `r` become who end without having been sent to, or without anybody knowing. */
export function insertEnded(
  recipients: RawBuilder<unknown>,
  { state, reason, error }: { state: 'skipped' | 'failed'; reason: RawBuilder<unknown>; error?: string },
  now: Date,
): RawBuilder<unknown> {
  return sql`insert into message as m (id, lane, priority, channel, recipient, kind, author, job_id, project_id, subscriber_id,
      content, state, reason, error, attempts, next_attempt_at, created_at, finished_at)
    select r.id, r.lane, ${PRIORITY.broadcast}::smallint, r.channel, r.recipient, 'send', 'project', b.id, b.project_id,
      r.subscriber_id, r.content, ${state}, ${reason}, ${error ?? null}::text, r.attempts, b.created_at, b.created_at,
      ${now}::timestamptz
    from ${recipients} r join broadcast b on b.id = r.job_id`;
}

/** Stores outcomes, each only under a live token, while its taking is there, and once. */
export async function finishRecipients(tx: Transaction, batch: Ended[], now: Date): Promise<Set<string>> {
  const postponed = batch.filter((finish): finish is Ended<Postponed> => finish.outcome.state === 'queued');
  const ended = batch.filter((finish): finish is Ended<FinalOutcome> => finish.outcome.state !== 'queued');
  const stored = new Set<string>();
  if (postponed.length > 0) {
    // All that is touched, before anything is: what comes after would wait in a circle with others that do the same.
    const locked = await lockTakings(tx, batch, now);
    for (const id of await giveBack(tx, locked, postponed)) stored.add(id);
  }
  if (ended.length > 0) for (const id of await storeEnded(tx, ended, now)) stored.add(id);
  return stored;
}

/** Answers those that are still there under a live token. In the order of ids, as everybody locks them. */
async function lockTakings(tx: Transaction, batch: Ended[], now: Date): Promise<string[]> {
  const wanted = [...new Set(batch.map(({ job }) => job.takingId))];
  const { rows } = await sql<{ id: string }>`
    select t.id from broadcast_taking t
    where t.id = any(${wanted}::uuid[]) and ${isHeld(LEDGER, sql`t.lane`, sql`t.token`, now)}
    order by t.id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

async function storeEnded(tx: Transaction, ended: Ended<FinalOutcome>[], now: Date): Promise<string[]> {
  const column = (value: (finish: Ended<FinalOutcome>) => string | number | null) => arrayText(ended, value);
  const told = (value: (outcome: Told) => string | null | undefined) =>
    ended.some(({ outcome }) => value(outcome) != null) ? column(({ outcome }) => value(outcome) ?? null) : '{}';
  const states = shortArrayText(ended, ({ outcome }) => outcome.state);
  const attempts = shortArrayText(ended, ({ job }) => job.n);
  // There are few: each message names its own by number.
  const [takings, takingOf] = numbered(ended, ({ job }) => job.takingId ?? '');
  const { rows } = await sql<{ ids: string[] | null }>`/* prepared */
    with taking as materialized (
      select given.n, t.job_id, t.lane, t.channel, b.project_id, b.created_at
      from unnest(${takings}::uuid[]) with ordinality as given (id, n)
      join broadcast_taking t on ${byKey('t.id', 'given.id')} and ${isHeld(LEDGER, sql`t.lane`, sql`t.token`, now)}
      join broadcast b on ${byKey('b.id', 't.job_id')}
      order by t.id for share of t
    ), alive as materialized (
      -- By number, null where there is none any more: to look a place up in an array costs less than a join.
      select array_agg(t.job_id order by n) as job_id, array_agg(t.lane order by n) as lane,
        array_agg(t.channel order by n) as channel, array_agg(t.project_id order by n) as project_id,
        array_agg(t.created_at order by n) as created_at
      from generate_series(1, cardinality(${takings}::uuid[])) n left join taking t using (n)
    ), stored as (
      insert into message (id, lane, priority, channel, recipient, kind, author, job_id, project_id, subscriber_id, content,
        state, reason, error, platform_message_id, attempts, next_attempt_at, created_at, finished_at)
      select o.id, alive.lane[o.taking], ${PRIORITY.broadcast}::smallint, alive.channel[o.taking], o.recipient, 'send',
        'project', alive.job_id[o.taking], alive.project_id[o.taking], o.subscriber_id, o.content::jsonb,
        coalesce(o.state, (${states}::text[])[1]), o.reason, o.error, o.platform_message_id,
        coalesce(o.attempts, (${attempts}::int[])[1]), alive.created_at[o.taking], alive.created_at[o.taking],
        ${now}::timestamptz
      from alive cross join unnest(${column(({ job }) => job.id)}::uuid[], ${column(takingOf)}::int[],
        ${column(({ job }) => job.recipient)}::text[], ${column(({ job }) => job.subscriberId)}::uuid[],
        ${arrayBytes(ended, ({ job }) => JSON.stringify(job.content))}::text[],
        ${states}::text[], ${told(({ reason }) => reason)}::text[], ${told(({ error }) => error)}::text[],
        ${told(({ platformMessageId }) => platformMessageId)}::text[], ${attempts}::int[]
      ) as o (id, taking, recipient, subscriber_id, content, state, reason, error, platform_message_id, attempts)
      -- Those stored before, by a commit whose answer was lost, are not stored again.
      where alive.lane[o.taking] is not null and (select true from message m where m.id = o.id) is null
      returning id
    )
    -- In one piece: a row for each would have to be taken apart again.
    select json_agg(id) as ids from stored`.execute(tx);
  return rows[0]?.ids ?? [];
}

/** Any outcome, by what it may tell. */
type Told = { reason?: string; error?: string; platformMessageId?: string | null };

/** The different names of items, and for each item the number of its own, from 1. */
function numbered<Item>(items: Item[], nameOf: (item: Item) => string): [string[], (item: Item) => number] {
  const numbers = new Map<string, number>();
  for (const item of items) {
    const name = nameOf(item);
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
  }
  return [[...numbers.keys()], (item) => numbers.get(nameOf(item)) ?? 0];
}

/** They leave their taking, which is locked: whether they are still in it is read once nobody changes it. They wait again. */
async function giveBack(tx: Transaction, locked: string[], postponed: Ended<Postponed>[]): Promise<string[]> {
  const takings = locked.filter((id) => postponed.some(({ job }) => job.takingId === id));
  const column = (value: (finish: Ended<Postponed>) => string | number) => arrayText(postponed, value);
  const { rows } = await sql<{ id: string }>`
    with postponed as materialized (
      select * from unnest(${column(({ job }) => job.id)}::uuid[],
        ${column(({ job, outcome }) => (outcome.counts ? job.n : job.n - 1))}::int[],
        ${column(({ outcome }) => outcome.nextAttemptAt.toISOString())}::timestamptz[]) as o (id, attempts, next_attempt_at)
    ), back as (
      insert into broadcast_recipient (job_id, lane, id, subscriber_id, channel, recipient, content, attempts, next_attempt_at)
      select t.job_id, t.lane, r.id, r.subscriber_id, t.channel, r.recipient, r.content, o.attempts, o.next_attempt_at
      from broadcast_taking t cross join lateral ${recipientsOf('t')} r join postponed o on o.id = r.id
      where t.id = any(${takings}::uuid[])
      returning id
    ), left_behind as (
      update broadcast_taking t set recipients = (
        select coalesce(${gatheredRecipients}, '[]') from ${recipientsOf('t')} r where r.id not in (select id from postponed))
      where t.id = any(${takings}::uuid[])
    )
    select id from back`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Everyone in them has come to an end. */
export async function deleteTakings(tx: Transaction, ids: string[]): Promise<void> {
  await sql`/* prepared */ delete from broadcast_taking where id = any(${ids}::uuid[])`.execute(tx);
}

/**
 * Settles recipients that were taken although nobody sends to them. Those that this owner took without ever learning of it
 * (the answer was lost) wait again as if never taken. Those of a former owner may have been sent to.
 */
export async function settleTakings(
  tx: Transaction,
  held: HeldShard[],
  { inFlight, wellKnown }: { inFlight: string[] /** Takings that need no looking at. */; wellKnown: string[] },
  now: Date,
): Promise<SettledRow[]> {
  // Locked first: who has a message by now is read once nobody can add one. One that outcomes are being stored of is alive.
  const locked = await sql<{ id: string; own: boolean }>`
    select t.id, t.token = h.token as own
    from broadcast_taking t cross join lateral (select ${tokenOf(held, sql`t.lane`)} as token) h
    where t.id <> all(${wellKnown}::uuid[]) and ${isHeld(LEDGER, sql`t.lane`, sql`h.token`, now)}
    for update of t skip locked`.execute(tx);
  if (locked.rows.length === 0) return [];
  const [ids, owned] = [locked.rows.map(({ id }) => id), locked.rows.map(({ own }) => own)];
  const { rows } = await sql<SettledRow>`
    with alive as materialized (
      select unnest(${inFlight}::uuid[]) as id
    ), member as materialized (
      select t.id as taking_id, t.job_id, t.lane, t.channel, given.own, r.*, given.own and r.id in (select id from alive) as is_alive,
        exists (select from message m where m.id = r.id) as has_ended
      from unnest(${ids}::uuid[], ${owned}::bool[]) as given (id, own) join broadcast_taking t on t.id = given.id
      cross join lateral ${recipientsOf('t')} r
    ), back as (
      insert into broadcast_recipient (job_id, lane, id, subscriber_id, channel, recipient, content, attempts, next_attempt_at)
      select job_id, lane, id, subscriber_id, channel, recipient, content, attempts, ${now} from member
      where own and not is_alive and not has_ended
    ), left_behind as (
      update broadcast_taking t set recipients = (
        select ${gatheredRecipients} from ${recipientsOf('t')} r where r.id in (select id from alive))
      where t.id in (select taking_id from member where own and not is_alive and not has_ended)
        and t.id in (select taking_id from member where is_alive)
    ), settled as (
      delete from broadcast_taking t where t.id = any(${ids}::uuid[])
        and t.id not in (select taking_id from member where is_alive)
    ), unknown as (
      select id, lane, channel, recipient, job_id, subscriber_id, content, attempts + 1 as attempts from member
      where not own and not has_ended
    )
    ${insertEnded(
      sql`unknown`,
      { state: 'failed', reason: sql`'unknown'`, error: 'It was being sent when its sender ended.' },
      now,
    )}
    returning ${finishedColumns}`.execute(tx);
  return rows;
}

/**
 * Those of these people that still wait end as skipped. One that is being taken at this moment is left alone: waiting for
 * its taker could be waiting for each other.
 */
export async function withdrawRecipients(tx: Transaction, departed: DepartedRow[], now: Date): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`
    with gone as (
      delete from broadcast_recipient where ctid = any(array(
        select r.ctid from json_to_recordset(${JSON.stringify(departed)}::json) as d (lane int, recipient text, subscriber_id uuid)
        join broadcast_recipient r on r.subscriber_id = d.subscriber_id and r.lane = d.lane
        for update of r skip locked))
      returning *
    )
    ${insertEnded(sql`gone`, { state: 'skipped', reason: sql`'unsubscribed'` }, now)}
    returning ${finishedColumns}`.execute(tx);
  return rows;
}
