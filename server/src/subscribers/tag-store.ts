import { sql } from 'kysely';
import type { Database, Transaction } from '#db';

export type Tag = { name: string; createdAt: Date /** How many have it. */; subscribers: number };

/** Oldest first; all, or the one of that name. */
export async function listTags(database: Database | Transaction, projectId: string, name?: string): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select t.name, t.created_at as "createdAt", coalesce(having_it.n, 0)::int as subscribers
    from tag t left join (
      select m.name, count(*) as n from subscriber s cross join unnest(s.tags) as m (name)
      where s.project_id = ${projectId} group by m.name) having_it using (name)
    where t.project_id = ${projectId} and ${name === undefined ? sql`true` : sql`t.name = ${name}`}
    order by t.created_at, t.name`.execute(database);
  return rows;
}

export async function tagNames(database: Database | Transaction, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from tag where project_id = ${projectId}`.execute(database);
  return rows.map(({ name }) => name);
}

export async function insertTag(tx: Transaction, projectId: string, name: string, at: Date): Promise<void> {
  await sql`insert into tag (project_id, name, created_at) values (${projectId}, ${name}, ${at})`.execute(tx);
}

export async function updateTagName(tx: Transaction, projectId: string, from: string, to: string): Promise<void> {
  await sql`update tag set name = ${to} where project_id = ${projectId} and name = ${from}`.execute(tx);
}

export async function deleteTag(tx: Transaction, projectId: string, name: string): Promise<void> {
  await sql`delete from tag where project_id = ${projectId} and name = ${name}`.execute(tx);
}
