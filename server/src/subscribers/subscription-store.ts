import { sql } from 'kysely';
import type { Transaction } from '#db';
import type { Channel } from '#messengers';
import type { Subscriber } from './subscriber.ts';
import { subscriberColumns } from './subscriber-store.ts';

export type PersonOnChannel = { channel: Channel; personId: string };

/**
 * Ends every active subscription of these people on their channels, and answers those that it ended. With `blocked`
 * their other subscriptions are marked as well.
 */
export async function deactivatePeople(
  tx: Transaction,
  people: PersonOnChannel[],
  { blocked }: { blocked: boolean },
): Promise<Subscriber[]> {
  const channels = people.map(({ channel }) => channel);
  const persons = people.map(({ personId }) => personId);
  const { rows } = await sql<Subscriber & { wasActive: boolean }>`
    with before as materialized (
      select s.id, s.active from subscriber s
      where (s.channel, s.person_id) in (select * from unnest(${channels}::text[], ${persons}::text[]))
        and (s.active or (${blocked} and not s.blocked))
      -- In the order of their ids, as all who lock several do.
      order by s.id for update)
    update subscriber s set active = false, blocked = s.blocked or ${blocked}
    from before where s.id = before.id
    returning ${subscriberColumns}, before.active as "wasActive"`.execute(tx);
  return rows.filter(({ wasActive }) => wasActive).map(({ wasActive: _, ...subscriber }) => subscriber);
}

/** One of them; undefined where it had ended already. */
export async function deactivateOne(tx: Transaction, id: string): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`
    update subscriber s set active = false where s.id = ${id} and s.active returning ${subscriberColumns}`.execute(tx);
  return rows[0];
}

/** Newest first, at most so many, and how many there are in all. */
export async function listActiveOf(
  tx: Transaction,
  { channel, personId }: PersonOnChannel,
  most: number,
): Promise<{ newest: Subscriber[]; count: number }> {
  const { rows } = await sql<Subscriber & { count: number }>`
    select ${subscriberColumns}, count(*) over ()::int as count from subscriber s
    where s.channel = ${channel} and s.person_id = ${personId} and s.active order by s.id desc limit ${most}`.execute(
    tx,
  );
  return { newest: rows.map(({ count: _, ...subscriber }) => subscriber), count: rows[0]?.count ?? 0 };
}
