import { type Generated, sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { GREATEST_UUID } from '#lib/ids.ts';
import { type Project, RESERVED_SLUGS } from './project.ts';

type ProjectTables = {
  project: {
    id: string;
    owner_id: string | null;
    name: string;
    slug: string;
    callback_url: string | null;
    redirect_uris: string[];
    plan: string;
    limits: string;
    look: string;
    status: Generated<string>;
    created_at: Date;
  };
};

const tables = (database: Database | Transaction) => database.withTables<ProjectTables>();

const columns = sql<Project>`id, owner_id as "ownerId", name, slug, callback_url as "callbackUrl",
  redirect_uris as "redirectUris", plan, limits, look, status, created_at as "createdAt"`;

export async function insertProject(tx: Transaction, project: Project): Promise<void> {
  await tables(tx)
    .insertInto('project')
    .values({
      id: project.id,
      owner_id: project.ownerId,
      name: project.name,
      slug: project.slug,
      callback_url: project.callbackUrl,
      redirect_uris: project.redirectUris,
      plan: project.plan,
      limits: JSON.stringify(project.limits),
      look: JSON.stringify(project.look),
      status: project.status,
      created_at: project.createdAt,
    })
    .execute();
}

export async function findProject(database: Database | Transaction, id: string): Promise<Project | undefined> {
  const { rows } = await sql<Project>`/* prepared */ select ${columns} from project where id = ${id}`.execute(database);
  return rows[0];
}

export async function findProjectBySlug(database: Database | Transaction, slug: string): Promise<Project | undefined> {
  const { rows } = await sql<Project>`select ${columns} from project where slug = ${slug}`.execute(database);
  return rows[0];
}

/**
 * The row stays locked until the transaction ends, so that two changes cannot overwrite each other. Not against rows
 * that refer to it: a charge holds the credits when it writes its ledger row, and must not wait for who waits for them.
 */
export async function lockProject(tx: Transaction, id: string): Promise<Project | undefined> {
  const { rows } =
    await sql<Project>`/* prepared */ select ${columns} from project where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Newest first; ids are in order of time. What has a reserved slug is Bellhop's own, and not shown. */
export async function listProjects(
  database: Database,
  page: { limit: number; before: string | undefined; search: string | undefined },
): Promise<Project[]> {
  const before = page.before ?? GREATEST_UUID;
  const search =
    page.search === undefined
      ? sql`true`
      : sql`(position(lower(${page.search}) in lower(name)) > 0 or position(lower(${page.search}) in slug) > 0)`;
  const { rows } = await sql<Project>`
    select ${columns} from project where id < ${before} and slug <> all(${RESERVED_SLUGS}) and ${search} order by id desc limit ${page.limit}`.execute(
    database,
  );
  return rows;
}

export async function updateProject(tx: Transaction, project: Project): Promise<void> {
  await tables(tx)
    .updateTable('project')
    .set({
      name: project.name,
      callback_url: project.callbackUrl,
      redirect_uris: project.redirectUris,
      plan: project.plan,
      limits: JSON.stringify(project.limits),
      look: JSON.stringify(project.look),
      status: project.status,
    })
    .where('id', '=', project.id)
    .execute();
}
