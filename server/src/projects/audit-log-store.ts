import { sql } from 'kysely';
import type { Database } from '#db';
import { firstUuidAt, GREATEST_UUID, LEAST_UUID } from '#lib/ids.ts';

export type AuditRow = {
  id: string;
  actor: string;
  /** Of the API key or the account that acted, where one did. */
  actorName: string | null;
  action: string;
  detail: Record<string, unknown>;
  createdAt: Date;
};

export type AuditFilter = {
  action?: string | undefined;
  actor?: string | undefined;
  /** From then on… */
  since?: Date | undefined;
  /** …and before then. */
  until?: Date | undefined;
};

/** Newest first; ids are in order of time. */
export async function listAudit(
  database: Database,
  projectId: string,
  { action, actor, since, until }: AuditFilter,
  page: { before: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const least = since === undefined ? LEAST_UUID : firstUuidAt(since);
  const end = until === undefined ? GREATEST_UUID : firstUuidAt(until);
  const before = page.before !== undefined && page.before < end ? page.before : end;
  const wanted = [
    action === undefined ? sql`true` : sql`e.action = ${action}`,
    actor === undefined ? sql`true` : sql`e.actor = ${actor}`,
  ];
  const { rows } = await sql<AuditRow>`
    select e.id, e.actor, e.action, e.detail, e.created_at as "createdAt",
      case split_part(e.actor, ':', 1)
        when 'key' then (select k.name from api_key k where k.project_id = e.project_id and e.actor = 'key:' || k.id)
        when 'account' then (select a.name from account a where a.id = split_part(e.actor, ':', 2)::uuid)
      end as "actorName"
    from audit_entry e
    where e.project_id = ${projectId} and e.id >= ${least} and e.id < ${before} and ${sql.join(wanted, sql` and `)}
    order by e.id desc limit ${page.limit}`.execute(database);
  return rows;
}
