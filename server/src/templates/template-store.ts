import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Template } from './template.ts';

const columns = sql`project_id as "projectId", key, format, texts, created_at as "createdAt", updated_at as "updatedAt"`;

/** Until the transaction ends nobody else adds a template to this project: the count that follows stays true. */
export async function lockTemplatesOf(tx: Transaction, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${projectId}`}, 0))`.execute(tx);
}

export async function countTemplates(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from template where project_id = ${projectId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** By key, in the order of its bytes. */
export async function listTemplates(
  database: Database,
  projectId: string,
  page: { after: string; limit: number },
): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select ${columns} from template where project_id = ${projectId} and key collate "C" > ${page.after}
    order by key collate "C" limit ${page.limit}`.execute(database);
  return rows;
}

export async function findTemplate(
  database: Database | Transaction,
  projectId: string,
  key: string,
): Promise<Template | undefined> {
  const { rows } = await sql<Template>`
    select ${columns} from template where project_id = ${projectId} and key = ${key}`.execute(database);
  return rows[0];
}

/** Nobody else changes it until the transaction ends. */
export async function lockTemplate(tx: Transaction, projectId: string, key: string): Promise<Template | undefined> {
  const { rows } = await sql<Template>`
    select ${columns} from template where project_id = ${projectId} and key = ${key} for update`.execute(tx);
  return rows[0];
}

export async function insertTemplate(tx: Transaction, template: Template): Promise<void> {
  await sql`
    insert into template (project_id, key, format, texts, created_at, updated_at)
    values (${template.projectId}, ${template.key}, ${template.format}, ${JSON.stringify(template.texts)},
      ${template.createdAt}, ${template.updatedAt})`.execute(tx);
}

export async function updateTemplate(tx: Transaction, template: Template): Promise<void> {
  await sql`
    update template set format = ${template.format}, texts = ${JSON.stringify(template.texts)},
      updated_at = ${template.updatedAt}
    where project_id = ${template.projectId} and key = ${template.key}`.execute(tx);
}

/** Whether it was there. */
export async function deleteTemplate(tx: Transaction, projectId: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    delete from template where project_id = ${projectId} and key = ${key} returning key`.execute(tx);
  return rows.length > 0;
}
