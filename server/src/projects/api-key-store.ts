import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Limits, Plan } from './plan.ts';
import type { ProjectStatus } from './project.ts';

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

export type KeyOwner = {
  keyId: string;
  hash: Buffer;
  lastUsedAt: Date | null;
  projectId: string;
  plan: Plan;
  limits: Partial<Limits>;
  status: ProjectStatus;
};

export async function insertApiKey(
  tx: Transaction,
  row: { id: string; projectId: string; name: string; hash: Buffer; prefix: string; createdAt: Date },
): Promise<void> {
  await sql`
    insert into api_key (id, project_id, name, hash, prefix, created_at)
    values (${row.id}, ${row.projectId}, ${row.name}, ${row.hash}, ${row.prefix}, ${row.createdAt})`.execute(tx);
}

export async function listApiKeys(database: Database, projectId: string): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select id, name, prefix, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from api_key where project_id = ${projectId} order by created_at, id`.execute(database);
  return rows;
}

/** True for the one call that revoked it. */
export async function revokeApiKey(tx: Transaction, projectId: string, keyId: string, now: Date): Promise<boolean> {
  const result = await sql`
    update api_key set revoked_at = ${now}
    where id = ${keyId} and project_id = ${projectId} and revoked_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function findKeyOwner(database: Database, hash: Buffer): Promise<KeyOwner | undefined> {
  const { rows } = await sql<KeyOwner>`/* prepared */
    select k.id as "keyId", k.hash, k.last_used_at as "lastUsedAt", p.id as "projectId", p.plan, p.limits, p.status
    from api_key k join project p on p.id = k.project_id
    where k.hash = ${hash} and k.revoked_at is null`.execute(database);
  return rows[0];
}

export async function noteKeyUse(database: Database, keyId: string, now: Date): Promise<void> {
  await sql`update api_key set last_used_at = ${now} where id = ${keyId}`.execute(database);
}
