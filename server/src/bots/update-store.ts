import { sql } from 'kysely';
import { type Database, deleteSome, type Transaction } from '#db';
import type { Channel, Lang } from '#messengers';

export type UpdateName = { channel: Channel; botId: string; key: string; kind: string };

/** One at a time per person, in all processes, until the transaction ends; whoever waited sees what the other did. */
export async function lockPerson(tx: Transaction, channel: Channel, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bot person ${channel} ${personId}`}, 0))`.execute(tx);
}

/**
 * `fresh` for exactly one transaction that commits. While another one holds the same key this waits for
 * its end: after a commit the key is known, after a rollback it is ours.
 */
export async function claimUpdate(
  tx: Transaction,
  { channel, botId, key, kind }: UpdateName,
  personId: string | null,
  now: Date,
): Promise<{ fresh: boolean; chosenLang: Lang | null }> {
  const { rows } = await sql<{ fresh: boolean; chosenLang: Lang | null }>`
    with claimed as (
      insert into bot_update (channel, bot_id, key, kind, handled_at)
      values (${channel}, ${botId}, ${key}, ${kind}, ${now}) on conflict do nothing returning 1)
    select exists (select from claimed) as fresh,
      (select lang from bot_person where channel = ${channel} and person_id = ${personId}) as "chosenLang"`.execute(tx);
  return rows[0] ?? { fresh: false, chosenLang: null };
}

/** False where it was handled or given up already. */
export async function recordFailedUpdate(
  database: Database,
  { channel, botId, key, kind }: UpdateName,
  now: Date,
): Promise<boolean> {
  const result = await sql`
    insert into bot_update (channel, bot_id, key, kind, failed, handled_at)
    values (${channel}, ${botId}, ${key}, ${kind}, true, ${now}) on conflict do nothing`.execute(database);
  return result.numAffectedRows === 1n;
}

export async function deleteUpdatesBefore(database: Database, before: Date, most: number): Promise<number> {
  return deleteSome(database, 'bot_update', sql`handled_at < ${before}`, most);
}
