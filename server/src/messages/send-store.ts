import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Channel } from '#messengers';
import type { MessageState } from './queue/message.ts';

/** Nobody of these leaves, or changes, before the transaction ends: who leaves afterwards finds what was queued. */
export async function holdSubscribers(tx: Transaction, ids: string[]): Promise<void> {
  await sql`select from subscriber where id = any(${ids}::uuid[]) order by id for share`.execute(tx);
}

export type RequestedMessage = {
  id: string;
  subscriberId: string;
  channel: Channel;
  state: MessageState;
  reason: string | null;
  error: string | null;
};

/** What one request asked for, in the order of storing. */
export async function findRequested(
  database: Database,
  projectId: string,
  requestId: string,
): Promise<RequestedMessage[]> {
  const { rows } = await sql<RequestedMessage>`/* prepared */
    select id, subscriber_id as "subscriberId", channel, state, reason, error from message
    where request_id = ${requestId} and project_id = ${projectId} order by position`.execute(database);
  return rows;
}

/** Of which requests every message has come to its end. */
export async function settledAmong(database: Database, requestIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${requestIds}::uuid[]) as r (id)
    where not exists (select from message m where m.request_id = r.id and m.finished_at is null)`.execute(database);
  return rows.map(({ id }) => id);
}
