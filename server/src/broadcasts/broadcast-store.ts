import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { GREATEST_UUID } from '#lib/ids.ts';
import type { Composition } from '#messages';
import type { Broadcast, BroadcastStatus } from './broadcast.ts';

const columns = sql`id, project_id as "projectId", status, composition, audience,
  messages_per_minute as "messagesPerMinute", retry_of as "retryOf", total, sent, failed, skipped, rate,
  created_at as "createdAt", finished_at as "finishedAt"`;

export type BroadcastSeed = Pick<
  Broadcast,
  'id' | 'projectId' | 'composition' | 'audience' | 'messagesPerMinute' | 'retryOf' | 'createdAt'
>;

/** False where it is already there. Its recipients come next, in the same transaction. */
export async function insertBroadcast(tx: Transaction, seed: BroadcastSeed): Promise<boolean> {
  const result = await sql`
    insert into broadcast (id, project_id, status, composition, audience, messages_per_minute, retry_of, total, created_at)
    values (${seed.id}, ${seed.projectId}, 'pending', ${JSON.stringify(seed.composition)}, ${JSON.stringify(seed.audience)},
      ${seed.messagesPerMinute}, ${seed.retryOf}, 0, ${seed.createdAt})
    on conflict (id) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function setTotal(tx: Transaction, id: string, total: number): Promise<void> {
  await sql`update broadcast set total = ${total} where id = ${id}`.execute(tx);
}

export async function findBroadcast(
  database: Database | Transaction,
  projectId: string,
  id: string,
): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    select ${columns} from broadcast where id = ${id} and project_id = ${projectId}`.execute(database);
  return rows[0];
}

/** What it says, which never changes. */
export async function findComposition(database: Database, id: string): Promise<Composition | undefined> {
  const { rows } = await sql<{ composition: Composition }>`
    select composition from broadcast where id = ${id}`.execute(database);
  return rows[0]?.composition;
}

/** Nobody else counts or changes anything of it until the transaction ends. */
export async function lockBroadcast(tx: Transaction, projectId: string, id: string): Promise<Broadcast | undefined> {
  const { rows } = await sql<Broadcast>`
    select ${columns} from broadcast where id = ${id} and project_id = ${projectId} for update`.execute(tx);
  return rows[0];
}

export async function setStatus(tx: Transaction, id: string, status: BroadcastStatus): Promise<void> {
  await sql`update broadcast set status = ${status} where id = ${id}`.execute(tx);
}

/** The time that it stood still is no part of its rate. */
export async function forgetRate(tx: Transaction, id: string): Promise<void> {
  await sql`update broadcast set rate = null, rate_marked_at = null, rate_marked_done = null where id = ${id}`.execute(
    tx,
  );
}

/** Newest first: ids are in order of time. */
export async function listBroadcasts(
  database: Database,
  projectId: string,
  page: { status: BroadcastStatus | undefined; before: string | undefined; limit: number },
): Promise<Broadcast[]> {
  const { rows } = await sql<Broadcast>`
    select ${columns} from broadcast
    where project_id = ${projectId} and id < ${page.before ?? GREATEST_UUID}
      and ${page.status === undefined ? sql`true` : sql`status = ${page.status}`}
    order by id desc limit ${page.limit}`.execute(database);
  return rows;
}

export async function findRetryOf(tx: Transaction, { id, projectId }: Broadcast): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from broadcast where project_id = ${projectId} and id > ${id} and retry_of = ${id} limit 1`.execute(tx);
  return rows[0]?.id;
}
