import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Channel, Lang } from '#messengers';
import type { Subscriber } from './subscriber.ts';

const columns = sql`id, project_id as "projectId", channel, person_id as "personId", external_id as "externalId",
  first_name as "firstName", username, lang, permissions, tags, active, blocked, created_at as "createdAt"`;

export type SubscriberSeed = Pick<
  Subscriber,
  'id' | 'projectId' | 'channel' | 'personId' | 'firstName' | 'username' | 'lang' | 'createdAt'
>;

/**
 * One row per project, channel and person, made or brought back. `began` is true where the person was not
 * subscribed before: for exactly one of any number of concurrent calls.
 */
export async function upsertSubscriber(
  tx: Transaction,
  seed: SubscriberSeed,
): Promise<{ subscriber: Subscriber; began: boolean }> {
  const { rows: before } = await sql<{ active: boolean }>`
    select active from subscriber
    where project_id = ${seed.projectId} and channel = ${seed.channel} and person_id = ${seed.personId} for update`.execute(
    tx,
  );
  const { rows } = await sql<Subscriber & { inserted: boolean }>`
    insert into subscriber (id, project_id, channel, person_id, first_name, username, lang, active, created_at)
    values (${seed.id}, ${seed.projectId}, ${seed.channel}, ${seed.personId}, ${seed.firstName}, ${seed.username}, ${seed.lang}, true, ${seed.createdAt})
    on conflict (project_id, channel, person_id) do update set
      first_name = excluded.first_name, username = excluded.username, active = true, blocked = false,
      lang = case when subscriber.active then subscriber.lang else excluded.lang end
    returning ${columns}, xmax = 0 as inserted`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('An upsert returned no row.');
  const { inserted, ...subscriber } = row;
  return { subscriber, began: inserted || before[0]?.active === false };
}

/** Ends every active subscription of a person on a channel; answers those that it ended. */
export async function deactivatePerson(
  tx: Transaction,
  who: { channel: Channel; personId: string; blocked: boolean },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    update subscriber set active = false, blocked = blocked or ${who.blocked}
    where channel = ${who.channel} and person_id = ${who.personId} and active
    returning ${columns}`.execute(tx);
  return rows;
}

/** `blocked` alone, for those that were inactive already, or after an unblock. */
export async function markBlocked(
  tx: Transaction,
  who: { channel: Channel; personId: string; blocked: boolean },
): Promise<void> {
  await sql`
    update subscriber set blocked = ${who.blocked}
    where channel = ${who.channel} and person_id = ${who.personId} and blocked <> ${who.blocked}`.execute(tx);
}

export async function setPersonLang(
  tx: Transaction,
  who: { channel: Channel; personId: string; lang: Lang },
): Promise<void> {
  await sql`
    update subscriber set lang = ${who.lang}
    where channel = ${who.channel} and person_id = ${who.personId} and lang <> ${who.lang}`.execute(tx);
}

export async function findSubscriber(database: Database | Transaction, id: string): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`/* prepared */ select ${columns} from subscriber where id = ${id}`.execute(
    database,
  );
  return rows[0];
}
