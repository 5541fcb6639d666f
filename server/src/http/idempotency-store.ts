import { sql } from 'kysely';
import { type Database, deleteSome } from '#db';

export type KeyName = { projectId: string; path: string; key: string };

export type KeyRow = {
  fingerprint: Buffer;
  operationId: string;
  runToken: string;
  leaseUntil: Date;
  status: number | null;
  answer: string | null;
  createdAt: Date;
};

export type NewRun = { fingerprint: Buffer; operationId: string; runToken: string; leaseUntil: Date; now: Date };

const columns = sql`fingerprint, operation_id as "operationId", run_token as "runToken",
  lease_until as "leaseUntil", status, answer, created_at as "createdAt"`;

/** True for exactly one of any number of callers with a new key. */
export async function insertKey(database: Database, name: KeyName, run: NewRun): Promise<boolean> {
  const result = await sql`
    insert into idempotency_key (project_id, path, key, fingerprint, operation_id, run_token, lease_until, created_at)
    values (${name.projectId}, ${name.path}, ${name.key}, ${run.fingerprint}, ${run.operationId}, ${run.runToken}, ${run.leaseUntil}, ${run.now})
    on conflict do nothing`.execute(database);
  return result.numAffectedRows === 1n;
}

export async function findKey(database: Database, name: KeyName): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from idempotency_key
    where project_id = ${name.projectId} and path = ${name.path} and key = ${name.key}`.execute(database);
  return rows[0];
}

/** Replaces an expired key by a new run; guarded by the run that was seen, so that one caller wins. */
export async function renewKey(database: Database, name: KeyName, seen: KeyRow, run: NewRun): Promise<boolean> {
  const result = await sql`
    update idempotency_key set fingerprint = ${run.fingerprint}, operation_id = ${run.operationId},
      run_token = ${run.runToken}, lease_until = ${run.leaseUntil}, status = null, answer = null, created_at = ${run.now}
    where project_id = ${name.projectId} and path = ${name.path} and key = ${name.key} and run_token = ${seen.runToken}`.execute(
    database,
  );
  return result.numAffectedRows === 1n;
}

/** Takes over a run whose lease has ended, keeping its operation; guarded the same way. */
export async function takeOverKey(
  database: Database,
  name: KeyName,
  seen: KeyRow,
  runToken: string,
  leaseUntil: Date,
): Promise<boolean> {
  const result = await sql`
    update idempotency_key set run_token = ${runToken}, lease_until = ${leaseUntil}
    where project_id = ${name.projectId} and path = ${name.path} and key = ${name.key}
      and run_token = ${seen.runToken} and lease_until = ${seen.leaseUntil} and status is null`.execute(database);
  return result.numAffectedRows === 1n;
}

export async function extendLease(
  database: Database,
  name: KeyName,
  runToken: string,
  leaseUntil: Date,
): Promise<void> {
  await sql`
    update idempotency_key set lease_until = ${leaseUntil}
    where project_id = ${name.projectId} and path = ${name.path} and key = ${name.key} and run_token = ${runToken}`.execute(
    database,
  );
}

export async function recordAnswer(
  database: Database,
  name: KeyName,
  runToken: string,
  status: number,
  answer: string,
): Promise<void> {
  await sql`
    update idempotency_key set status = ${status}, answer = ${answer}
    where project_id = ${name.projectId} and path = ${name.path} and key = ${name.key} and run_token = ${runToken}`.execute(
    database,
  );
}

/** The key is free again: what happened is not worth remembering. */
export async function releaseKey(database: Database, name: KeyName, runToken: string): Promise<void> {
  await sql`
    delete from idempotency_key
    where project_id = ${name.projectId} and path = ${name.path} and key = ${name.key} and run_token = ${runToken}`.execute(
    database,
  );
}

export async function deleteKeysBefore(database: Database, before: Date, most: number): Promise<number> {
  return deleteSome(database, 'idempotency_key', sql`created_at < ${before}`, most);
}
