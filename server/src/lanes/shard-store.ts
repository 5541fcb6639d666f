import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db';
import type { HeldShard } from './ledger.ts';
import { SHARDS } from './shard.ts';

export async function seedShards(database: Database, ledger: string): Promise<void> {
  await sql`
    insert into lane_shard (ledger, shard) select ${ledger}, generate_series(0, ${SHARDS - 1}::int)
    on conflict do nothing`.execute(database);
}

/** Says that this worker is alive, and answers how many are, itself included. */
export async function reportAlive(
  database: Database,
  ledger: string,
  worker: string,
  now: Date,
  until: Date,
): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    with me as (
      insert into lane_worker (ledger, worker, until) values (${ledger}, ${worker}, ${until})
      on conflict (ledger, worker) do update set until = excluded.until
    ), dead as (
      delete from lane_worker where (ledger, worker) in (
        select ledger, worker from lane_worker
        where ledger = ${ledger} and worker <> ${worker} and until <= ${now}::timestamptz - interval '1 minute'
        for update skip locked)
    )
    select count(*)::int as others from lane_worker
    where ledger = ${ledger} and worker <> ${worker} and until > ${now}`.execute(database);
  return (rows[0]?.others ?? 0) + 1;
}

export async function forgetWorker(database: Database, ledger: string, worker: string): Promise<void> {
  await sql`delete from lane_worker where ledger = ${ledger} and worker = ${worker}`.execute(database);
}

/** Those that are still held under their tokens; a lease that ran out without being taken over lives on. */
export async function renewShards(
  database: Database,
  ledger: string,
  held: HeldShard[],
  until: Date,
): Promise<number[]> {
  const { rows } = await sql<{ shard: number }>`
    update lane_shard renewed set until = ${until} from ${list(held)}
    where renewed.ledger = ${ledger} and renewed.shard = held.shard and renewed.token = held.token
    returning renewed.shard`.execute(database);
  return rows.map(({ shard }) => shard);
}

/** Of any number of workers that want a free shard one gets it. `heldUntil`: by the former owner; 1970 if there was none. */
export async function takeShards(
  database: Database,
  ledger: string,
  token: string,
  most: number,
  now: Date,
  until: Date,
): Promise<{ shard: number; heldUntil: Date }[]> {
  const { rows } = await sql<{ shard: number; heldUntil: Date }>`
    with free as (
      select shard, greatest(until, 'epoch') as held_until from lane_shard
      where ledger = ${ledger} and (until <= ${now} or token is null) order by shard limit ${most} for update skip locked
    )
    update lane_shard taken set token = ${token}, until = ${until} from free
    where taken.ledger = ${ledger} and taken.shard = free.shard
    returning taken.shard, free.held_until as "heldUntil"`.execute(database);
  return rows;
}

export async function releaseShards(database: Database, ledger: string, held: HeldShard[], now: Date): Promise<void> {
  await sql`
    update lane_shard released set token = null, until = ${now} from ${list(held)}
    where released.ledger = ${ledger} and released.shard = held.shard and released.token = held.token`.execute(
    database,
  );
}

/** The fence: true in a ledger's statement while the shard of this lane is held under this token. */
export function isHeld(
  ledger: string,
  lane: RawBuilder<unknown>,
  token: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> {
  // Within coalesce, so that it stays a filter, looked up in a small hash made once per statement: as a join the planner
  // may start from the token, which many shards share.
  return sql`coalesce((${lane} & ${SHARDS - 1}::int, ${token}) in (
    select lane_shard.shard, lane_shard.token from lane_shard
    where lane_shard.ledger = ${ledger} and lane_shard.until > ${now}), false)`;
}

/** The token under which the shard of this lane is held, null where it is not. */
export function tokenOf(held: HeldShard[], lane: RawBuilder<unknown>): RawBuilder<string | null> {
  const tokens = Array.from({ length: SHARDS }, (_, shard) => held.find((each) => each.shard === shard)?.token ?? null);
  return sql`(${tokens}::uuid[])[1 + (${lane} & ${SHARDS - 1}::int)]`;
}

function list(held: HeldShard[]): RawBuilder<unknown> {
  const shards = held.map(({ shard }) => shard);
  const tokens = held.map(({ token }) => token);
  return sql`unnest(${shards}::int[], ${tokens}::uuid[]) as held (shard, token)`;
}
