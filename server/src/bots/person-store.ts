import { sql } from 'kysely';
import { type Database, deleteSome, type Transaction } from '#db';
import type { Channel, Lang } from '#messengers';

/** The language that a person asked for, where they did. */
export async function findChosenLang(
  database: Database | Transaction,
  channel: Channel,
  personId: string,
): Promise<Lang | undefined> {
  const { rows } = await sql<{ lang: Lang | null }>`
    select lang from bot_person where channel = ${channel} and person_id = ${personId}`.execute(database);
  return rows[0]?.lang ?? undefined;
}

export async function keepChosenLang(tx: Transaction, channel: Channel, personId: string, lang: Lang): Promise<void> {
  await sql`
    insert into bot_person (channel, person_id, lang) values (${channel}, ${personId}, ${lang})
    on conflict (channel, person_id) do update set lang = excluded.lang`.execute(tx);
}

/** True at most once per person between `quietSince` and now, whatever the number of processes. */
export async function takePuzzlement(
  tx: Transaction,
  channel: Channel,
  personId: string,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<boolean> {
  const result = await sql`
    insert into bot_person as p (channel, person_id, puzzled_at) values (${channel}, ${personId}, ${now})
    on conflict (channel, person_id) do update set puzzled_at = excluded.puzzled_at
    where p.puzzled_at is null or p.puzzled_at <= ${quietSince}`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function deletePuzzledBefore(database: Database, before: Date, most: number): Promise<number> {
  return deleteSome(database, 'bot_person', sql`lang is null and puzzled_at < ${before}`, most);
}
