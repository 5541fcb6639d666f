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
  project_id: string | null;
  subscriber_id: string | null;
  content: unknown;
  deadline: Date | null;
};

/** In the order given, which is the order of sending within a chat. An id that is already there stays as it is. */
export async function insertMessages(tx: Transaction, rows: MessageRow[], now: Date): Promise<void> {
  await sql`
    insert into message (id, lane, priority, channel, recipient, kind, edits, edits_platform_message_id,
      project_id, subscriber_id, content, deadline, next_attempt_at, created_at)
    select id, lane, priority, channel, recipient, kind, edits, edits_platform_message_id,
      project_id, subscriber_id, content, deadline, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, lane int, priority smallint, channel text,
      recipient text, kind text, edits uuid, edits_platform_message_id text, project_id uuid, subscriber_id uuid,
      content jsonb, deadline timestamptz)
    on conflict (id) do nothing`.execute(tx);
}

/** A message that waits is then passed over as too late. Answers the platform's id of one that was sent. */
export async function endDeadline(tx: Transaction, id: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ platformId: string | null }>`
    update message set deadline = least(deadline, ${now}::timestamptz) where id = ${id}
    returning platform_message_id as "platformId"`.execute(tx);
  return rows[0]?.platformId ?? null;
}

/** Of the table's columns those that a finished message is told with. */
export const finishedColumns = sql`m.id, m.channel, m.recipient, m.kind, m.priority, m.project_id as "projectId",
  m.subscriber_id as "subscriberId", m.state, m.reason, m.error, m.platform_message_id as "platformMessageId",
  m.attempts, m.created_at as "createdAt", m.finished_at as "finishedAt"`;

export type SettledRow = Omit<FinishedMessage, 'state'> & { state: Exclude<MessageState, 'sending'> };
