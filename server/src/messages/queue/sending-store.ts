import { sql } from 'kysely';
import { arrayText, byKey, type Database, type Transaction } from '#db';
import { type Finish, type HeldShard, isHeld, type LaneJob, type LaneWant, SHARDS } from '#lanes';
import { GREATEST_UUID, LEAST_UUID } from '#lib/ids.ts';
import type { Channel } from '#messengers';
import type { ClaimPlace } from './claim-places.ts';
import type { Content } from './content.ts';
import { type Author, PRIORITY } from './message.ts';
import { finishedColumns, type SettledRow } from './message-store.ts';
import type { Outcome } from './outcome.ts';

export const LEDGER = 'message';

export type SendJob = LaneJob & {
  /** Of the attempt now being made; 1 is the first. */
  n: number;
  channel: Channel;
  recipient: string;
  kind: 'send' | 'edit';
  /** What an edit replaces; null where there is nothing to replace. */
  target: string | null;
  content: Content;
  author: Author;
  projectId: string | null;
  subscriberId: string | null;
  jobId: string | null;
  requestId: string | null;
  deadline: Date | null;
};

/** How many broadcasts are looked at for one fetch; among more they are drawn by lot. */
const MOST_JOBS = 50;

/** Broadcasts that may go on: those of a project that is switched off wait. */
const running = sql`broadcast b join project p on ${byKey('p.id', 'b.project_id')} and p.status = 'active'
  where b.finished_at is null and b.status in ('pending', 'processing')`;

export async function findDueLanes(database: Database, lanes: number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`
    select lane from unnest(${lanes}::int[]) as bot (lane) where exists (
      select from (values (0), (1), (2)) as p (priority) cross join lateral (
        select from message m where m.state = 'queued' and m.lane = bot.lane and m.priority = p.priority
          and m.job_id is null and m.taken_by is null and m.next_attempt_at <= ${now} order by m.next_attempt_at limit 1) due)
      or exists (select from (select b.id from ${running}) job cross join lateral (
        select from message m where m.job_id = job.id and m.state = 'queued' and m.lane = bot.lane and m.taken_by is null
          and m.next_attempt_at <= ${now} limit 1) due)
    order by lane`.execute(database);
  return rows.map(({ lane }) => lane);
}

/**
 * Marks due messages as being sent and answers them, all in one statement: nobody else gets them from here on.
 * Only under a live token; at most one per chat; never one that an earlier one of its chat and priority holds back,
 * unless that one was meant for later from the beginning; an edit only once its original has come to an end.
 * Broadcasts take turns, message by message, each within the pace that it was given; of a broadcast every chat gets one
 * message, so their order within a chat is nobody's concern. `places`: where the last claims of them ended.
 */
export async function claimMessages(
  database: Database,
  wants: LaneWant[],
  places: ClaimPlace[],
  now: Date,
): Promise<SendJob[]> {
  const asked = wants.map(({ lane, room, ordinaryRoom, token }) => ({ lane, room, ordinaryRoom, token }));
  const busy = wants.flatMap(({ lane, busyKeys }) => busyKeys.map((recipient) => ({ lane, recipient })));
  const { rows } = await sql<SendJob & { priority: number }>`/* prepared */
    with want as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) as w (lane int, room int, "ordinaryRoom" int, token uuid)
      where ${isHeld(LEDGER, sql`w.lane`, sql`w.token`, now)}
    ), busy as materialized (
      select * from json_to_recordset(${JSON.stringify(busy)}::json) as b (lane int, recipient text)
    ), place as materialized (
      select * from json_to_recordset(${JSON.stringify(places)}::json) as p (lane int, job uuid, after uuid)
    ), job as materialized (
      select b.id, b.messages_per_minute as per_minute, random() as lot from ${running} order by lot limit ${MOST_JOBS}
    ), used as materialized (
      select b.* from job join broadcast_pace b on ${byKey('b.broadcast_id', 'job.id')} where job.per_minute is not null
      order by job.id for update of b
    ), paced_job as materialized (
      select job.id, lot, step, since, case when step is null then null
        else greatest(0, floor(extract(epoch from ${now}::timestamptz - since) / extract(epoch from step) + 1e-6))::int end as allowed
      from job left join used on used.broadcast_id = job.id
      cross join lateral (select make_interval(secs => 60.0 / job.per_minute) as step) pace
      -- What was not used is saved for a second at most.
      cross join lateral (select greatest(coalesce(used_until, ${now}::timestamptz - step),
        ${now}::timestamptz - greatest(step, interval '1 second')) as since) saved
    ), candidate as materialized (
      select want.lane, want.token, want.room, want."ordinaryRoom", p.priority, 0 as turn, 0::float8 as lot,
        null::uuid as job_id, null::int as allowed, m.*
      from want cross join (values (0), (1), (2)) as p (priority) cross join lateral (
        select m.id, m.recipient, m.next_attempt_at, m.position from message m
        where m.state = 'queued' and m.job_id is null and m.lane = want.lane and m.priority = p.priority
          and m.taken_by is null and m.next_attempt_at <= ${now}
          and (m.lane, m.recipient) not in (select b.lane, b.recipient from busy b)
          and m.position = (
            select e.position from message e
            where e.finished_at is null and e.lane = m.lane and e.recipient = m.recipient
              and e.priority = m.priority and e.job_id is null and (e.attempts > 0 or e.next_attempt_at <= ${now})
            order by e.position limit 1)
          and coalesce((select o.finished_at is not null from message o where o.id = m.edits), true)
        order by m.next_attempt_at, m.position
        limit case when p.priority = 0 then want.room else want."ordinaryRoom" end
        for update skip locked) m
      union all
      select want.lane, want.token, want.room, want."ordinaryRoom", ${PRIORITY.broadcast},
        row_number() over (partition by want.lane, job.id order by m.id), job.lot, job.id, job.allowed, m.*
      from want cross join paced_job job cross join lateral (
        -- Rows are compared as wholes: by equal columns any index with the id would do, while the table is empty.
        select m.id, m.recipient, m.next_attempt_at, m.position from message m
        where m.job_id is not null
          and (m.job_id, m.state, m.lane, m.id) > (job.id, 'queued', want.lane, coalesce(
            (select p.after from place p where p.lane = want.lane and p.job = job.id), ${LEAST_UUID}::uuid))
          and (m.job_id, m.state, m.lane, m.id) <= (job.id, 'queued', want.lane, ${GREATEST_UUID}::uuid)
          and m.taken_by is null and m.next_attempt_at <= ${now}
          and (m.lane, m.recipient) not in (select b.lane, b.recipient from busy b)
        order by m.job_id, m.state, m.lane, m.id limit least(want."ordinaryRoom", job.allowed)) m
    ), one_per_chat as (
      select distinct on (lane, recipient) * from candidate order by lane, recipient, priority, position
    ), ranked as (
      select *, row_number() over (partition by lane, priority = 0 order by priority, turn, lot, next_attempt_at, position) as nth_of_kind,
        row_number() over (partition by lane order by priority, turn, lot, next_attempt_at, position) as nth
      from one_per_chat
    ), chosen as (
      select * from (
        select *, row_number() over (partition by job_id order by turn, lane) as nth_of_job
        from ranked where nth <= room and (priority = 0 or nth_of_kind <= "ordinaryRoom")) r
      where allowed is null or nth_of_job <= allowed
    ), paced as (
      insert into broadcast_pace (broadcast_id, used_until)
      select job.id, job.since + count(*) * job.step from chosen join paced_job job on job.id = chosen.job_id
      where job.step is not null group by job.id, job.since, job.step
      on conflict (broadcast_id) do update set used_until = excluded.used_until
    ), taken as (
      update message m set taken_by = chosen.token, attempts = m.attempts + 1
      -- Neither taken nor finished, in words that fit no index: the planner might walk one that it believes empty.
      from chosen where ${byKey('m.id', 'chosen.id')} and num_nulls(m.taken_by, m.finished_at) = 2
      returning m.*
    ), noted as (
      insert into message_taking (message_id, lane) select id, lane from taken
    )
    select m.id, m.lane, m.priority, m.attempts as n, m.channel, m.recipient, m.kind, m.content, m.author,
      m.project_id as "projectId", m.subscriber_id as "subscriberId", m.job_id as "jobId", m.request_id as "requestId",
      m.deadline, coalesce(m.edits_platform_message_id,
        (select o.platform_message_id from message o where o.id = m.edits and o.state = 'sent')) as target
    from taken m order by m.priority, m.position`.execute(database);
  return rows.map((row) => ({ ...row, cursor: '', key: row.recipient, urgent: row.priority === PRIORITY.login }));
}

/** Any outcome, by what it may tell. */
type Told = {
  state: SettledRow['state'];
  reason?: NonNullable<SettledRow['reason']>;
  error?: string;
  counts?: boolean;
  nextAttemptAt?: Date;
  platformMessageId?: string | null;
};

/** Stores outcomes, each only under a live token and while its message is still in that very attempt. */
export async function finishMessages(
  tx: Transaction,
  batch: Finish<SendJob, Outcome>[],
  now: Date,
): Promise<SettledRow[]> {
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
  const settled = new Set(rows.map(({ id }) => id));
  return batch.filter(({ job }) => settled.has(job.id)).map(({ job, outcome }) => settledRow(job, outcome, now));
}

/** All that is told of a finished message was read when it was taken. */
function settledRow(job: SendJob, told: Told, finishedAt: Date): SettledRow {
  const { id, channel, recipient, author, projectId, subscriberId, jobId, requestId } = job;
  const about = { id, channel, recipient, author, projectId, subscriberId, jobId, requestId };
  return { ...about, state: told.state, reason: told.reason ?? null, error: told.error ?? null, finishedAt };
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
  // By shard: the token under which it is held, null where it is not.
  const tokens = Array.from({ length: SHARDS }, (_, shard) => held.find((each) => each.shard === shard)?.token ?? null);
  const { rows } = await sql<SettledRow>`/* prepared */
    with abandoned as (
      select m.id, m.taken_by = h.token as untouched, m.taken_by = h.token or m.kind = 'edit' as repeatable
      from message_taking t
      cross join lateral (select (${tokens}::uuid[])[1 + (t.lane & ${SHARDS - 1}::int)] as token) h
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
