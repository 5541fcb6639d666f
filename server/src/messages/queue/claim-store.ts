import { sql } from 'kysely';
import { byKey, type Database } from '#db';
import { isHeld, type LaneJob, type LaneWant } from '#lanes';
import { GREATEST_UUID, LEAST_UUID } from '#lib/ids.ts';
import type { Channel } from '#messengers';
import type { ClaimPlace } from './claim-places.ts';
import type { Content } from './content.ts';
import { type GatheredRecipient, gatheredRecipients } from './gathered-recipients-store.ts';
import { type Author, LEDGER, PRIORITY } from './message.ts';

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
  /** What it was taken with, where it is of a broadcast. */
  takingId: string | null;
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
        select from broadcast_recipient r where r.job_id = job.id and r.lane = bot.lane and r.next_attempt_at <= ${now}
        limit 1) due)
    order by lane`.execute(database);
  return rows.map(({ lane }) => lane);
}

/**
 * Takes due messages for sending and answers them, all in one statement: nobody else gets them from here on. Only under a
 * live token, and at most one per chat.
 *
 * Messages that stand alone are marked as taken. Never one that an earlier one of its chat and priority holds back, unless
 * that one was meant for later from the beginning; an edit only once its original has come to an end.
 *
 * What room they leave goes to broadcasts: their recipients leave the queue and are noted, all in one row, so that they are
 * found if nobody tells how they ended. Broadcasts take turns, message by message, each within the pace that it was given;
 * of a broadcast every chat gets one message, so their order within a chat is nobody's concern. `places`: where the last
 * claims of them ended.
 */
export async function claimMessages(
  database: Database,
  wants: LaneWant[],
  places: ClaimPlace[],
  now: Date,
): Promise<SendJob[]> {
  const asked = wants.map(({ lane, room, ordinaryRoom, token }) => ({ lane, room, ordinaryRoom, token }));
  const busy = wants.flatMap(({ lane, busyKeys }) => busyKeys.map((recipient) => ({ lane, recipient })));
  const { rows } = await sql<ClaimedRow>`/* prepared */
    with want as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) as w (lane int, room int, "ordinaryRoom" int, token uuid)
      where ${isHeld(LEDGER, sql`w.lane`, sql`w.token`, now)}
    ), busy as materialized (
      select * from json_to_recordset(${JSON.stringify(busy)}::json) as b (lane int, recipient text)
    ), candidate as materialized (
      select want.lane, want.token, want.room, want."ordinaryRoom", p.priority, m.*
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
    ), one_per_chat as (
      select distinct on (lane, recipient) * from candidate order by lane, recipient, priority, position
    ), ranked as (
      select *, row_number() over (partition by lane, priority = 0 order by priority, next_attempt_at, position) as nth_of_kind,
        row_number() over (partition by lane order by priority, next_attempt_at, position) as nth
      from one_per_chat
    ), chosen as materialized (
      select * from ranked where nth <= room and (priority = 0 or nth_of_kind <= "ordinaryRoom")
    ), taken as (
      update message m set taken_by = chosen.token, attempts = m.attempts + 1
      -- Neither taken nor finished, in words that fit no index: the planner might walk one that it believes empty.
      from chosen where ${byKey('m.id', 'chosen.id')} and num_nulls(m.taken_by, m.finished_at) = 2
      returning m.*
    ), noted as (
      insert into message_taking (message_id, lane) select id, lane from taken
    ), left_over as materialized (
      select w.lane, w.token, greatest(0, least(w.room - c.all, w."ordinaryRoom" - c.ordinary)) as room
      from want w cross join lateral (
        select count(*) as all, count(*) filter (where c.priority > 0) as ordinary from chosen c where c.lane = w.lane) c
    ), ${recipientsTaken(places, now)}
    select * from (
      select m.id, m.lane, m.priority, m.attempts as n, m.channel, m.recipient, m.kind, m.content, m.author,
        m.project_id as "projectId", m.subscriber_id as "subscriberId", m.request_id as "requestId",
        m.deadline, coalesce(m.edits_platform_message_id,
          (select o.platform_message_id from message o where o.id = m.edits and o.state = 'sent')) as target,
        null::uuid as "jobId", null as recipients
      from taken m order by m.priority, m.position) m
    union all
    select g.id, g.lane, ${PRIORITY.broadcast}::smallint, null, g.channel, null, null, null, null, job.project_id, null, null,
      null, null, job.id, g.recipients
    from gathered g join job on job.id = g.job_id`.execute(database);
  return rows.flatMap(jobsOf);
}

/** Ends with `gathered`: a row for each lane and broadcast. Needs `left_over`, `busy` and `chosen`. */
function recipientsTaken(places: ClaimPlace[], now: Date) {
  const waiting = sql`left_over cross join paced_job job cross join lateral (
        -- Rows are compared as wholes: by equal columns any index with the id would do, while the table is empty.
        select r.id, r.ctid as place, r.recipient from broadcast_recipient r
        where (r.job_id, r.lane, r.id) > (job.id, left_over.lane, coalesce(
            (select p.after from place p where p.lane = left_over.lane and p.job = job.id), ${LEAST_UUID}::uuid))
          and (r.job_id, r.lane, r.id) <= (job.id, left_over.lane, ${GREATEST_UUID}::uuid)
          and r.next_attempt_at <= ${now}
          and (r.lane, r.recipient) not in (select b.lane, b.recipient from busy b union all select lane, recipient from chosen)
        order by r.job_id, r.lane, r.id limit least(left_over.room, job.allowed)) r`;
  return sql`place as materialized (
      select * from json_to_recordset(${JSON.stringify(places)}::json) as p (lane int, job uuid, after uuid)
    ), job as materialized (
      select b.id, b.project_id, b.messages_per_minute as per_minute, random() as lot from ${running}
      order by lot limit ${MOST_JOBS}
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
    ), of_one as (
      -- Alone, a broadcast has nobody to take turns with, and everyone in it is another person.
      select left_over.token, job.id as job_id, job.allowed, r.place, row_number() over () as nth_of_job
      from ${waiting} where (select count(*) from job) = 1
    ), of_many as (
      select left_over.lane, left_over.token, left_over.room, job.id as job_id, job.allowed, job.lot, r.place, r.recipient,
        row_number() over (partition by left_over.lane, job.id order by r.id) as turn
      from ${waiting} where (select count(*) from job) > 1
    ), one_each as (
      select *, row_number() over (partition by lane, recipient order by turn, lot) as nth_to_chat from of_many
    ), in_turn as (
      select *, row_number() over (partition by lane order by turn, lot) as nth,
        row_number() over (partition by job_id order by turn, lane) as nth_of_job
      from one_each where nth_to_chat = 1
    ), recipient_chosen as (
      select token, job_id, place from of_one where allowed is null or nth_of_job <= allowed
      union all
      select token, job_id, place from in_turn where nth <= room and (allowed is null or nth_of_job <= allowed)
    ), paced as (
      insert into broadcast_pace (broadcast_id, used_until)
      select job.id, job.since + count(*) * job.step from recipient_chosen chosen join paced_job job on job.id = chosen.job_id
      where job.step is not null group by job.id, job.since, job.step
      on conflict (broadcast_id) do update set used_until = excluded.used_until
    ), recipient_taken as (
      delete from broadcast_recipient r using recipient_chosen chosen where r.ctid = chosen.place
      returning chosen.token, r.lane, r.id, r.job_id, r.subscriber_id, r.channel, r.recipient, r.content, r.attempts
    ), gathered as materialized (
      select gen_random_uuid() as id, job_id, lane, channel, token, ${gatheredRecipients} as recipients
      from recipient_taken r group by job_id, lane, channel, token
    ), noted_together as (
      insert into broadcast_taking (id, job_id, lane, channel, token, recipients)
      select id, job_id, lane, channel, token, recipients from gathered
    )`;
}

type ClaimedRow = Omit<SendJob, 'takingId'> & { priority: number; recipients: string | null };

function jobsOf(row: ClaimedRow): SendJob[] {
  const { recipients, priority, ...message } = row;
  if (recipients === null) {
    const urgent = priority === PRIORITY.login;
    return [{ ...message, takingId: null, cursor: '', key: message.recipient, urgent }];
  }
  const { lane, channel, projectId, jobId, id: takingId } = message;
  const gathered: GatheredRecipient[] = JSON.parse(recipients);
  return gathered.map(([id, subscriberId, recipient, content, attempts]) => ({
    ...{ id, lane, cursor: '', key: recipient, urgent: false },
    ...{ n: attempts + 1, channel, recipient, kind: 'send', target: null, content, author: 'project' },
    ...{ projectId, subscriberId, jobId, requestId: null, deadline: null, takingId },
  }));
}
