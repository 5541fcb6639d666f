import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { uuidsOf } from '#lib/ids.ts';
import { type Addressee, insertEnded, LANES, rangesOf } from '#messages';
import type { Channel } from '#messengers';
import { type Audience, audienceCondition } from '#subscribers';
import { type Broadcast, MOST_RECIPIENTS } from './broadcast.ts';
import { BROADCAST_CONTENT } from './compose-broadcast.ts';

type Job = Pick<Broadcast, 'id' | 'projectId' | 'createdAt'>;
type FinalState = 'sent' | 'failed' | 'skipped';
export type Fixed = { total: number; skipped: number };

/** Why a subscriber `s` cannot be written to; null where nothing speaks against it. */
function unreachable(channels: readonly Channel[]): RawBuilder<string | null> {
  return sql`case when s.blocked then 'blocked' when not s.active then 'inactive'
    when s.channel <> all(${channels}::text[]) then 'no_bot' end`;
}

/** A UUIDv7 as `lib/ids.ts` makes them: in the order of `n` within a millisecond. */
function uuidOf(at: Date, n: RawBuilder<unknown>): RawBuilder<string> {
  const time = at.getTime().toString(16).padStart(12, '0');
  return sql`(${time} || '7' || lpad(to_hex((${n} >> 14) & 4095), 3, '0') || to_hex(32768 | (${n} & 16383))
    || right(gen_random_uuid()::text, 12))::uuid`;
}

/**
 * One row for each, all from one look at the table: whoever comes, goes or changes meanwhile does so before or after it.
 * Who cannot be reached is accounted for at once. One more than allowed shows that there are too many.
 */
async function insertRecipients(tx: Transaction, job: Job, people: RawBuilder<unknown>): Promise<Fixed> {
  const { id, createdAt } = job;
  const { rows } = await sql<Fixed>`
    with person as (${people} order by s.id limit ${MOST_RECIPIENTS + 1}),
    numbered as (select *, row_number() over (order by id)::int as n from person),
    fixed as materialized (
      select ${uuidOf(createdAt, sql`n`)} as id, ${id}::uuid as job_id, (${JSON.stringify(LANES)}::jsonb ->> channel)::int as lane,
        id as subscriber_id, channel, person_id as recipient, 0 as attempts, reason, json_build_object(
          'type', ${BROADCAST_CONTENT}::text, 'data',
          json_build_object('lang', lang, 'first_name', first_name, 'username', username)) as content
      from numbered order by n
    ), waiting as (
      insert into broadcast_recipient (job_id, lane, id, subscriber_id, channel, recipient, content, next_attempt_at)
      select job_id, lane, id, subscriber_id, channel, recipient, content, ${createdAt}::timestamptz
      from fixed where reason is null
    ), skipped as (
      ${insertEnded(sql`(select * from fixed where reason is not null)`, { state: 'skipped', reason: sql`r.reason` }, createdAt)}
    )
    select count(*) as total, count(reason) as skipped from fixed`.execute(tx);
  return rows[0] ?? { total: 0, skipped: 0 };
}

/** Messages of a broadcast that came to this. */
export function messagesOf({ id, projectId, createdAt }: Job, states: FinalState[]): RawBuilder<unknown> {
  const [least, before] = uuidsOf(createdAt);
  return sql`(${rangesOf(projectId, { jobId: id, states }, { least, before, limit: null })})`;
}

const person = sql`s.id, s.channel, s.person_id, s.lang, s.first_name, s.username`;

export function insertAudience(
  tx: Transaction,
  job: Job,
  audience: Audience,
  channels: readonly Channel[],
): Promise<Fixed> {
  return insertRecipients(
    tx,
    job,
    sql`select ${person}, ${unreachable(channels)} as reason from subscriber s
      where ${audienceCondition(job.projectId, audience)}`,
  );
}

/** Those whose message failed, and who still want to hear of such things. */
export function insertFailedOf(
  tx: Transaction,
  job: Job,
  original: Broadcast,
  channels: readonly Channel[],
): Promise<Fixed> {
  const { permission } = original.audience;
  const permitted = permission === undefined ? sql`true` : sql`${permission} = any(s.permissions)`;
  return insertRecipients(
    tx,
    job,
    sql`select ${person}, ${unreachable(channels)} as reason from ${messagesOf(original, ['failed'])} m
      join subscriber s on s.id = m.subscriber_id where s.active and ${permitted}`,
  );
}

export async function countAudience(
  database: Database,
  projectId: string,
  audience: Audience,
  channels: readonly Channel[],
): Promise<{ total: number; reachable: number }> {
  const { rows } = await sql<{ total: number; reachable: number }>`
    select count(*) as total, count(*) filter (where ${unreachable(channels)} is null) as reachable
    from subscriber s where ${audienceCondition(projectId, audience)}`.execute(database);
  return rows[0] ?? { total: 0, reachable: 0 };
}

export async function findNewestReachable(
  database: Database,
  projectId: string,
  audience: Audience,
  channels: readonly Channel[],
): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select s.id as "subscriberId", s.first_name as "firstName", s.username, s.lang from subscriber s
    where ${audienceCondition(projectId, audience)} and ${unreachable(channels)} is null
    order by s.id desc limit 1`.execute(database);
  return rows[0];
}
