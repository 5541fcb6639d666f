import { type RawBuilder, sql } from 'kysely';
import { type Database, deleteSome, type Transaction } from '#db';
import { firstUuidAt, GREATEST_UUID, LEAST_UUID, uuidsOf } from '#lib/ids.ts';
import { CHANNELS } from '#messengers';
import type { LoggedMessage, MessageFilter } from './logged-message.ts';
import { LANES, type MessageState } from './queue/message.ts';
import { type Bounds, findWaitingMessage, loggedColumns, waitingMessages } from './waiting-log-store.ts';

const STATES: MessageState[] = ['queued', 'sent', 'failed', 'skipped'];

/** As they stand in the table. */
const raw = sql`m.id, m.project_id, m.job_id, m.subscriber_id, m.channel, m.recipient, m.content, m.state, m.reason, m.error,
  m.created_at, m.finished_at`;

/** Newest first. Each state on each channel is a range of an index that ends where the page does; the tops are merged. */
export async function listMessages(
  database: Database,
  projectId: string,
  filter: MessageFilter,
  page: { before: string | undefined; limit: number },
): Promise<LoggedMessage[]> {
  const least = filter.since === undefined ? LEAST_UUID : firstUuidAt(filter.since);
  const end = filter.until === undefined ? GREATEST_UUID : firstUuidAt(filter.until);
  const before = lesser(page.before ?? end, end);
  const ofJob = filter.jobId === undefined ? undefined : await findIdsOf(database, projectId, filter.jobId);
  if (filter.jobId !== undefined && ofJob === undefined) return [];
  const [first, after] = ofJob ?? [LEAST_UUID, GREATEST_UUID];
  const bounds = { least: greater(least, first), before: lesser(before, after), limit: page.limit };
  const waits = (filter.states ?? STATES).includes('queued');
  const waiting = waits ? sql`union all ${waitingMessages(projectId, filter, bounds)}` : sql``;
  const { rows } = await sql<LoggedMessage>`
    select ${loggedColumns} from (select ${raw} from (${rangesOf(projectId, filter, bounds)}) m ${waiting}) m
    order by m.id desc limit ${page.limit}`.execute(database);
  return rows;
}

/** The ids that messages of a broadcast can have. */
async function findIdsOf(database: Database, projectId: string, jobId: string): Promise<[string, string] | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from broadcast where id = ${jobId} and project_id = ${projectId}`.execute(
    database,
  );
  return rows[0] && uuidsOf(rows[0].createdAt);
}

const lesser = (a: string, b: string): string => (a < b ? a : b);
const greater = (a: string, b: string): string => (a > b ? a : b);

/**
 * Messages that have ended, and single ones that wait. Rows are compared as wholes: by equal columns the planner would walk
 * all ids and filter.
 */
export function rangesOf(
  projectId: string,
  filter: MessageFilter,
  { least, before, limit }: Bounds,
): RawBuilder<unknown> {
  const { channel, subscriberId, jobId, states = STATES } = filter;
  const own = sql`m.author = 'project' and m.project_id = ${projectId}`;
  const ofJob = jobId === undefined ? sql`true` : sql`m.job_id = ${jobId}`;
  if (subscriberId !== undefined) {
    // One person's messages are few: what else is asked for is filtered.
    const ofChannel = channel === undefined ? sql`true` : sql`m.channel = ${channel}`;
    return sql`
      select m.* from message m
      where (m.subscriber_id, m.id) >= (${subscriberId}, ${least}) and (m.subscriber_id, m.id) < (${subscriberId}, ${before})
        and ${own} and ${ofJob} and ${ofChannel} and m.state = any(${states}::text[])
      order by m.subscriber_id desc, m.id desc limit ${limit}`;
  }
  const lanes = (channel === undefined ? CHANNELS : [channel]).map((one) => LANES[one]);
  return sql`
    select m.* from unnest(${states}::text[]) as s (state) cross join unnest(${lanes}::int[]) as l (lane)
    cross join lateral (
      select m.* from message m
      where (m.project_id, m.state, m.lane, m.id) >= (${projectId}, s.state, l.lane, ${least})
        and (m.project_id, m.state, m.lane, m.id) < (${projectId}, s.state, l.lane, ${before})
        and m.author = 'project' and ${ofJob}
      order by m.project_id desc, m.state desc, m.lane desc, m.id desc limit ${limit}) m`;
}

export async function findProjectMessage(
  database: Database,
  projectId: string,
  id: string,
): Promise<LoggedMessage | undefined> {
  // One that waits ends meanwhile, but what has ended waits no more: in this order it is found.
  const message = (await findWaitingMessage(database, projectId, id)) ?? (await findLoggedMessage(database, id));
  return message?.projectId === projectId ? message : undefined;
}

/** Of whichever project. */
export async function findLoggedMessage(
  database: Database | Transaction,
  id: string,
): Promise<LoggedMessage | undefined> {
  const { rows } = await sql<LoggedMessage>`
    select ${loggedColumns} from message m where m.id = ${id} and m.author = 'project'`.execute(database);
  return rows[0];
}

/** Ended messages from before that time, whoever said them; answers how many. */
export function deleteMessagesBefore(database: Database, time: Date, most: number): Promise<number> {
  return deleteSome(database, 'message', sql`id < ${firstUuidAt(time)} and finished_at is not null`, most);
}
