import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db';
import { CHANNELS } from '#messengers';
import type { LoggedMessage, MessageFilter } from './logged-message.ts';
import { recipientsOf } from './queue/gathered-recipients-store.ts';
import { LANES } from './queue/message.ts';

/** From the first id to before the second, the last so many, or all of them. */
export type Bounds = { least: string; before: string; limit: number | null };

/** Of a recipient `r`, its broadcast `b`, and what tells its channel. */
const columnsBy = (source: 'r' | 't') => sql`r.id, b.project_id, b.id as job_id, r.subscriber_id,
  ${sql.ref(`${source}.channel`)} as channel, r.recipient, r.content::jsonb as content, 'queued' as state, null as reason,
  null as error, b.created_at, null::timestamptz as finished_at`;

/** Messages of broadcasts that have not come to an end, as the log shows them: those that wait, and those being sent. */
export function waitingMessages(
  projectId: string,
  { channel, subscriberId, jobId }: MessageFilter,
  { least, before, limit }: Bounds,
): RawBuilder<unknown> {
  const lanes = (channel === undefined ? CHANNELS : [channel]).map((one) => LANES[one]);
  const unfinished = sql`broadcast b where b.finished_at is null and b.project_id = ${projectId}
    and ${jobId === undefined ? sql`true` : sql`b.id = ${jobId}`}`;
  const ofPerson = subscriberId === undefined ? sql`true` : sql`r.subscriber_id = ${subscriberId}`;
  const within = sql`r.id >= ${least} and r.id < ${before} and ${ofPerson}`;
  const inQueue =
    subscriberId === undefined
      ? sql`(select b.* from ${unfinished}) b cross join unnest(${lanes}::int[]) as l (lane) cross join lateral (
          select r.* from broadcast_recipient r where r.job_id = b.id and r.lane = l.lane and ${within}
          order by r.id desc limit ${limit}) r`
      : // One person waits in few of them.
        sql`(select r.* from broadcast_recipient r where ${within} and r.lane = any(${lanes}::int[]) offset 0) r
          join (select b.* from ${unfinished}) b on b.id = r.job_id`;
  return sql`
    select ${columnsBy('r')} from ${inQueue}
    union all
    select ${columnsBy('t')} from (select b.* from ${unfinished}) b join broadcast_taking t on t.job_id = b.id
    cross join lateral ${recipientsOf('t')} r
    where t.lane = any(${lanes}::int[]) and ${within} and not exists (select from message m where m.id = r.id)`;
}

export async function findWaitingMessage(
  database: Database,
  projectId: string,
  id: string,
): Promise<LoggedMessage | undefined> {
  const { rows } = await sql<LoggedMessage>`
    select ${loggedColumns} from (
      select ${columnsBy('r')} from (select * from broadcast where finished_at is null and project_id = ${projectId}) b
      cross join unnest(${Object.values(LANES)}::int[]) as l (lane)
      join broadcast_recipient r on r.job_id = b.id and r.lane = l.lane and r.id = ${id}
      union all
      select ${columnsBy('t')} from broadcast_taking t
      join broadcast b on b.id = t.job_id and b.project_id = ${projectId} and b.finished_at is null
      cross join lateral ${recipientsOf('t')} r
      where r.id = ${id} and not exists (select from message m where m.id = r.id)) m`.execute(database);
  return rows[0];
}

/** Of a row `m` of any of them. */
export const loggedColumns = sql`m.id, m.project_id as "projectId", m.job_id as "jobId", m.subscriber_id as "subscriberId",
  m.channel, m.recipient, m.content, m.state, m.reason, m.error, m.created_at as "createdAt", m.finished_at as "finishedAt"`;
