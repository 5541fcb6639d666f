import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Permission } from './permission.ts';

const columns = sql`p.id, p.name, p.title, p.created_at as "createdAt"`;

/** Oldest first; ids are in order of time. */
export async function findPermissions(database: Database | Transaction, projectId: string): Promise<Permission[]> {
  const { rows } = await sql<Permission>`
    select ${columns} from permission p where p.project_id = ${projectId} order by p.id`.execute(database);
  return rows;
}

/** With how many have each; all, or the one of that name. */
export async function listPermissions(
  database: Database | Transaction,
  projectId: string,
  name?: string,
): Promise<(Permission & { subscribers: number })[]> {
  const { rows } = await sql<Permission & { subscribers: number }>`
    select ${columns}, coalesce(having_it.n, 0)::int as subscribers
    from permission p left join (
      select m.name, count(*) as n from subscriber s cross join unnest(s.permissions) as m (name)
      where s.project_id = ${projectId} group by m.name) having_it using (name)
    where p.project_id = ${projectId} and ${name === undefined ? sql`true` : sql`p.name = ${name}`}
    order by p.id`.execute(database);
  return rows;
}

export async function insertPermission(tx: Transaction, projectId: string, permission: Permission): Promise<void> {
  await sql`
    insert into permission (id, project_id, name, title, created_at)
    values (${permission.id}, ${projectId}, ${permission.name}, ${JSON.stringify(permission.title)},
      ${permission.createdAt})`.execute(tx);
}

export async function updatePermission(tx: Transaction, permission: Permission): Promise<void> {
  await sql`
    update permission set name = ${permission.name}, title = ${JSON.stringify(permission.title)}
    where id = ${permission.id}`.execute(tx);
}

export async function deletePermission(tx: Transaction, id: string): Promise<void> {
  await sql`delete from permission where id = ${id}`.execute(tx);
}
