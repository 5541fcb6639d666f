import { sql } from 'kysely';
import type { Database } from '#db';

export type Backlog = {
  /** Due now, and waiting for a retry; neither is counted beyond a bound. */
  due: number;
  waiting: number;
  /** Null where nothing is due. */
  oldestDueAt: Date | null;
};

/** Bounds, so that a metric never becomes a load. */
export const MOST_COUNTED = 50_000;
const MOST_ENDPOINTS_SEEN = 1_000;

export async function readBacklog(database: Database, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    with recursive found as (
      (select lane, next_attempt_at, 1 as nth from webhook_delivery where finished_at is null
        order by lane, next_attempt_at, id limit 1)
      union all
      select next.lane, next.next_attempt_at, found.nth + 1 from found cross join lateral (
        select lane, next_attempt_at from webhook_delivery d where d.finished_at is null and d.lane > found.lane
        order by d.lane, d.next_attempt_at, d.id limit 1) next
      where found.nth < ${MOST_ENDPOINTS_SEEN}::int
    ), pending as (
      select next_attempt_at from webhook_delivery where finished_at is null limit ${MOST_COUNTED}
    )
    select count(*) filter (where next_attempt_at <= ${now}) as due,
      count(*) filter (where next_attempt_at > ${now}) as waiting,
      (select min(next_attempt_at) from found where next_attempt_at <= ${now}) as "oldestDueAt"
    from pending`.execute(database);
  return rows[0] ?? { due: 0, waiting: 0, oldestDueAt: null };
}
