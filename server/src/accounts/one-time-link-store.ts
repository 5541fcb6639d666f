import { sql } from 'kysely';
import { type Database, deleteSome, type Transaction } from '#db';
import type { Role } from './account.ts';
import type { NewLink, OneTimeLink } from './one-time-link.ts';

export type Invitation = { id: string; role: Role; createdBy: string | null; createdAt: Date; expiresAt: Date };

const columns = sql`id, purpose, project_id as "projectId", role, created_at as "createdAt",
  expires_at as "expiresAt", used_at as "usedAt"`;

export async function insertLink(database: Database | Transaction, link: NewLink): Promise<void> {
  await sql`
    insert into one_time_link (id, purpose, token_hash, project_id, role, created_by, created_at, expires_at)
    values (${link.id}, ${link.purpose}, ${link.tokenHash}, ${link.projectId}, ${link.role}, ${link.createdBy},
      ${link.createdAt}, ${link.expiresAt})`.execute(database);
}

export async function findLink(database: Database | Transaction, tokenHash: Buffer): Promise<OneTimeLink | undefined> {
  const { rows } = await sql<OneTimeLink>`
    select ${columns} from one_time_link where token_hash = ${tokenHash}`.execute(database);
  return rows[0];
}

export async function findLinkById(tx: Transaction, id: string): Promise<OneTimeLink | undefined> {
  const { rows } = await sql<OneTimeLink>`select ${columns} from one_time_link where id = ${id}`.execute(tx);
  return rows[0];
}

/** One guarded update: of any number of calls exactly one gets true. */
export async function consumeLink(tx: Transaction, id: string, accountId: string, now: Date): Promise<boolean> {
  const result = await sql`
    update one_time_link set used_at = ${now}, used_by = ${accountId}
    where id = ${id} and used_at is null and expires_at > ${now}`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Once there is an operator, no further start is a first one. */
export async function consumeSetUpLinks(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await sql`
    update one_time_link set used_at = ${now}, used_by = ${accountId}
    where purpose = 'setup' and used_at is null`.execute(tx);
}

export async function listInvitations(database: Database, projectId: string, now: Date): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select l.id, l.role, a.name as "createdBy", l.created_at as "createdAt", l.expires_at as "expiresAt"
    from one_time_link l left join account a on a.id = l.created_by
    where l.project_id = ${projectId} and l.used_at is null and l.expires_at > ${now}
    order by l.id desc`.execute(database);
  return rows;
}

export async function countInvitations(tx: Transaction, projectId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from one_time_link
    where project_id = ${projectId} and used_at is null and expires_at > ${now}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** True for the one call that withdrew it; what was used or has expired cannot be withdrawn. */
export async function withdrawInvitation(tx: Transaction, projectId: string, id: string, now: Date): Promise<boolean> {
  const result = await sql`
    delete from one_time_link
    where id = ${id} and project_id = ${projectId} and used_at is null and expires_at > ${now}`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function deleteLinksBefore(database: Database, before: Date, most: number): Promise<number> {
  return deleteSome(database, 'one_time_link', sql`expires_at < ${before}`, most);
}
