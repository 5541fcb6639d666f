import { sql } from 'kysely';
import type { Database, Transaction } from '#db';

type SealedSecret = { id: string; sealed: Buffer; expiresAt: Date | null };

/** What a worker needs to know of an endpoint, all read at one moment. */
export type SealedTarget = {
  lane: number;
  version: number;
  url: string;
  active: boolean;
  /** Newest first. */
  secrets: SealedSecret[];
};

export async function insertSecret(
  tx: Transaction,
  secret: { id: string; endpointId: string; sealed: Buffer },
): Promise<void> {
  await sql`
    insert into webhook_secret (id, endpoint_id, sealed)
    values (${secret.id}, ${secret.endpointId}, ${secret.sealed})`.execute(tx);
}

export async function countSecretsInUse(tx: Transaction, endpointId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from webhook_secret
    where endpoint_id = ${endpointId} and (expires_at is null or expires_at > ${now})`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The present secret signs on until then; those before it keep the end that they have. */
export async function endPresentSecret(tx: Transaction, endpointId: string, expiresAt: Date): Promise<void> {
  await sql`
    update webhook_secret set expires_at = ${expiresAt}
    where endpoint_id = ${endpointId} and expires_at is null`.execute(tx);
  await sql`update webhook_endpoint set version = version + 1 where id = ${endpointId}`.execute(tx);
}

export async function readTargets(database: Database, lanes: number[]): Promise<SealedTarget[]> {
  type Row = Omit<SealedTarget, 'secrets'> & { secrets: { id: string; sealed: string; expiresAt: string | null }[] };
  const { rows } = await sql<Row>`
    select e.lane, e.version, e.url, e.status = 'active' and e.removed_at is null as active,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'sealed', encode(s.sealed, 'hex'), 'expiresAt', s.expires_at)
          order by s.expires_at desc nulls first, s.id desc)
        from webhook_secret s where s.endpoint_id = e.id), '[]') as secrets
    from webhook_endpoint e where e.lane = any(${lanes}::int[])`.execute(database);
  return rows.map((row) => ({
    ...row,
    secrets: row.secrets.map(({ id, sealed, expiresAt }) => ({
      id,
      sealed: Buffer.from(sealed, 'hex'),
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })),
  }));
}

export async function deleteExpiredSecrets(database: Database, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_secret where id in (
      select id from webhook_secret where expires_at <= ${now} limit ${most} for update skip locked)`.execute(database);
  return Number(numAffectedRows ?? 0);
}
