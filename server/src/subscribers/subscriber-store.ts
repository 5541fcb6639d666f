import { sql } from 'kysely';
import { arrayText, type Database, type Transaction } from '#db';
import type { Channel, Lang } from '#messengers';
import { holdMarks } from './mark-store.ts';
import type { Subscriber } from './subscriber.ts';

/** Of `subscriber s`. */
export const subscriberColumns = sql`s.id, s.project_id as "projectId", s.channel, s.person_id as "personId",
  s.external_id as "externalId", s.first_name as "firstName", s.username, s.lang, s.permissions, s.tags, s.active,
  s.blocked, s.created_at as "createdAt"`;

export type SubscriberSeed = Pick<
  Subscriber,
  'id' | 'projectId' | 'channel' | 'personId' | 'firstName' | 'username' | 'lang' | 'createdAt'
>;

/**
 * One row per project, channel and person, made or brought back. A new one has all of the project's permissions, one
 * that is brought back what it had. `began` is true where the person was not subscribed before: for exactly one of any
 * number of concurrent calls.
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
  if (before.length === 0) await holdMarks(tx, seed.projectId);
  const { rows } = await sql<Subscriber & { inserted: boolean }>`
    insert into subscriber as s
      (id, project_id, channel, person_id, first_name, username, lang, permissions, active, created_at)
    values (${seed.id}, ${seed.projectId}, ${seed.channel}, ${seed.personId}, ${seed.firstName}, ${seed.username}, ${seed.lang},
      array(select p.name from permission p where p.project_id = ${seed.projectId} order by p.id), true, ${seed.createdAt})
    on conflict (project_id, channel, person_id) do update set
      first_name = excluded.first_name, username = excluded.username, active = true, blocked = false,
      lang = case when s.active then s.lang else excluded.lang end
    returning ${subscriberColumns}, s.xmax = 0 as inserted`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('An upsert returned no row.');
  const { inserted, ...subscriber } = row;
  return { subscriber, began: inserted || before[0]?.active === false };
}

/** What a project may change. The row is locked by the caller. */
export async function updateSubscriber(tx: Transaction, subscriber: Subscriber): Promise<void> {
  await sql`
    update subscriber set external_id = ${subscriber.externalId}, lang = ${subscriber.lang}, tags = ${subscriber.tags},
      permissions = ${subscriber.permissions}
    where id = ${subscriber.id}`.execute(tx);
}

export async function deleteSubscriber(tx: Transaction, id: string): Promise<void> {
  await sql`delete from subscriber where id = ${id}`.execute(tx);
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
  const { rows } = await sql<Subscriber>`/* prepared */
    select ${subscriberColumns} from subscriber s where s.id = ${id}`.execute(database);
  return rows[0];
}

export async function findSubscribers(
  database: Database | Transaction,
  ids: string[],
): Promise<Map<string, Subscriber>> {
  const { rows } = await sql<Subscriber>`/* prepared */
    select ${subscriberColumns} from subscriber s where s.id = any(${ids}::uuid[])`.execute(database);
  return new Map(rows.map((subscriber) => [subscriber.id, subscriber]));
}

/** What the projects call these; for the many that a broadcast tells of. */
export async function findExternalIds(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; externalId: string }>`/* prepared */
    select s.id, s.external_id as "externalId" from subscriber s
    where s.id = any(${arrayText(ids, (id) => id)}::uuid[]) and s.external_id is not null`.execute(tx);
  return new Map(rows.map(({ id, externalId }) => [id, externalId]));
}

export async function findProjectSubscriber(
  database: Database | Transaction,
  projectId: string,
  id: string,
): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`/* prepared */
    select ${subscriberColumns} from subscriber s where s.id = ${id} and s.project_id = ${projectId}`.execute(database);
  return rows[0];
}

/** Nobody else changes it until the transaction ends. */
export async function lockSubscriber(tx: Transaction, projectId: string, id: string): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`
    select ${subscriberColumns} from subscriber s where s.id = ${id} and s.project_id = ${projectId} for update`.execute(
    tx,
  );
  return rows[0];
}

/** One person may be there on each channel, and a project may give one id to several people. */
export async function findByExternalId(
  database: Database | Transaction,
  projectId: string,
  externalId: string,
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`/* prepared */
    select ${subscriberColumns} from subscriber s
    where s.project_id = ${projectId} and s.external_id = ${externalId} order by s.id`.execute(database);
  return rows;
}
