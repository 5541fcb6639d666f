import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db';
import { GREATEST_UUID } from '#lib/ids.ts';
import type { Channel } from '#messengers';
import { parseSubscriberId, type Subscriber } from './subscriber.ts';
import { subscriberColumns } from './subscriber-store.ts';

export type SubscriberFilter = {
  channel?: Channel | undefined;
  tag?: string | undefined;
  externalId?: string | undefined;
  active?: boolean | undefined;
  /** Part of a name or an external id in any case, or a whole id in either spelling. */
  q?: string | undefined;
};

/** Newest first; ids are in order of time. */
export async function listSubscribers(
  database: Database,
  projectId: string,
  filter: SubscriberFilter,
  page: { before: string | undefined; limit: number },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select ${subscriberColumns} from subscriber s
    where ${filtered(projectId, filter)} and s.id < ${page.before ?? GREATEST_UUID}
    order by s.id desc limit ${page.limit}`.execute(database);
  return rows;
}

export async function countSubscribers(
  database: Database,
  projectId: string,
  filter: SubscriberFilter,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from subscriber s where ${filtered(projectId, filter)}`.execute(database);
  return rows[0]?.n ?? 0;
}

function filtered(projectId: string, { channel, tag, externalId, active, q }: SubscriberFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`s.project_id = ${projectId}`,
      ...(channel === undefined ? [] : [sql`s.channel = ${channel}`]),
      ...(tag === undefined ? [] : [sql`${tag} = any(s.tags)`]),
      ...(externalId === undefined ? [] : [sql`s.external_id = ${externalId}`]),
      ...(active === undefined ? [] : [sql`s.active = ${active}`]),
      ...(q === undefined ? [] : [matching(q)]),
    ],
    sql` and `,
  );
}

/** Not LIKE: what was typed has no wildcards. */
function matching(q: string): RawBuilder<unknown> {
  const within = (column: RawBuilder<unknown>) => sql`position(lower(${q}) in lower(${column})) > 0`;
  const id = parseSubscriberId(q);
  return sql`(${within(sql`s.first_name`)} or ${within(sql`s.username`)} or ${within(sql`s.external_id`)}
    ${id === undefined ? sql`` : sql`or s.id = ${id}`})`;
}
