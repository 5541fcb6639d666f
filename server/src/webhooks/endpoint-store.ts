import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Endpoint } from './endpoint.ts';

const columns = sql`id, lane, project_id as "projectId", url, events, description, status, created_at as "createdAt"`;

/** Until the transaction ends nobody else adds an endpoint to this project: the count that follows stays true. */
export async function lockEndpointsOf(tx: Transaction, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints of ${projectId}`}, 0))`.execute(tx);
}

export async function countEndpoints(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from webhook_endpoint where project_id = ${projectId} and removed_at is null`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function insertEndpoint(tx: Transaction, endpoint: Omit<Endpoint, 'lane'>): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, project_id, url, events, description, status, created_at)
    values (${endpoint.id}, ${endpoint.projectId}, ${endpoint.url}, ${endpoint.events}, ${endpoint.description},
      ${endpoint.status}, ${endpoint.createdAt})`.execute(tx);
}

/** Oldest first; ids are in order of time. */
export async function listEndpoints(database: Database, projectId: string): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint where project_id = ${projectId} and removed_at is null order by id`.execute(
    database,
  );
  return rows;
}

export async function findEndpoint(database: Database, projectId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint
    where id = ${id} and project_id = ${projectId} and removed_at is null`.execute(database);
  return rows[0];
}

/** As it stands, until the transaction ends: others may read it so too, but not change it. */
export async function holdEndpoint(tx: Transaction, projectId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint
    where id = ${id} and project_id = ${projectId} and removed_at is null for share`.execute(tx);
  return rows[0];
}

/** Nobody else changes it until the transaction ends. */
export async function lockEndpoint(tx: Transaction, projectId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select ${columns} from webhook_endpoint
    where id = ${id} and project_id = ${projectId} and removed_at is null for update`.execute(tx);
  return rows[0];
}

export async function updateEndpoint(tx: Transaction, endpoint: Endpoint): Promise<void> {
  await sql`
    update webhook_endpoint set url = ${endpoint.url}, events = ${endpoint.events},
      description = ${endpoint.description}, status = ${endpoint.status}, version = version + 1
    where id = ${endpoint.id}`.execute(tx);
}

/** Its secrets go at once, the row with its last delivery. */
export async function markRemoved(tx: Transaction, id: string, now: Date): Promise<void> {
  await sql`update webhook_endpoint set removed_at = ${now}, version = version + 1 where id = ${id}`.execute(tx);
  await sql`delete from webhook_secret where endpoint_id = ${id}`.execute(tx);
}
