import { sql } from 'kysely';
import type { Transaction } from '#db';
import type { FinishedMessage, MessageState } from './message.ts';

export type MessageRow = {
  id: string;
  lane: number;
  priority: number;
  channel: string;
  recipient: string;
  kind: 'send' | 'edit';
  edits: string | null;
  edits_platform_message_id: string | null;
  author: string;
  project_id: string | null;
  subscriber_id: string | null;
  request_id: string | null;
  content: unknown;
  deadline: Date | null;
  /** Why it is skipped from the beginning. */
  skipped: string | null;
};

/** In the order given, which is the order of sending within a chat. An id that is already there stays as it is. */
export async function insertMessages(tx: Transaction, rows: MessageRow[], now: Date): Promise<void> {
  await sql`
    insert into message (id, lane, priority, channel, recipient, kind, edits, edits_platform_message_id,
      author, project_id, subscriber_id, request_id, content, deadline, next_attempt_at, created_at, state, reason, finished_at)
    select id, lane, priority, channel, recipient, kind, edits, edits_platform_message_id,
      author, project_id, subscriber_id, request_id, content, deadline, ${now}, ${now},
      case when skipped is null then 'queued' else 'skipped' end, skipped, case when skipped is null then null else ${now}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, lane int, priority smallint, channel text,
      recipient text, kind text, edits uuid, edits_platform_message_id text, author text, project_id uuid,
      subscriber_id uuid, request_id uuid, content jsonb, deadline timestamptz, skipped text)
    on conflict (id) do nothing`.execute(tx);
}

/** A message that waits is then passed over as too late. Answers the platform's id of one that was sent. */
export async function endDeadline(tx: Transaction, id: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ platformId: string | null }>`
    update message set deadline = least(deadline, ${now}::timestamptz) where id = ${id}
    returning platform_message_id as "platformId"`.execute(tx);
  return rows[0]?.platformId ?? null;
}

/**
 * Those of these people that still wait end as skipped. One that is being taken at this moment is left alone: waiting for
 * its taker could be waiting for each other.
 */
export async function withdrawQueued(tx: Transaction, departed: DepartedRow[], now: Date): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`
    with waiting as (
      select m.id from json_to_recordset(${JSON.stringify(departed)}::json) as d (lane int, recipient text, subscriber_id uuid)
      join message m on m.finished_at is null and m.lane = d.lane and m.recipient = d.recipient
      where m.taken_by is null and m.author = 'project' and m.subscriber_id = d.subscriber_id
      for update of m skip locked
    )
    update message m set state = 'skipped', reason = 'unsubscribed', finished_at = ${now}
    from waiting where m.id = waiting.id
    returning ${finishedColumns}`.execute(tx);
  return rows;
}

export type DepartedRow = { lane: number; recipient: string; subscriber_id: string };

/** Of the table's columns those that a finished message is told with. */
export const finishedColumns = sql`m.id, m.channel, m.recipient, m.author, m.job_id as "jobId",
  m.request_id as "requestId", m.project_id as "projectId", m.subscriber_id as "subscriberId", m.state, m.reason, m.error,
  m.finished_at as "finishedAt"`;

export type SettledRow = Omit<FinishedMessage, 'state'> & { state: MessageState };
