import { sql } from 'kysely';
import type { Transaction } from '#db';

/** What people can be marked with: a tag by the project, a permission by themselves. Their rows hold the names. */
export type Mark = 'tag' | 'permission';
const COLUMN = { tag: 'tags', permission: 'permissions' } as const;

/**
 * Until the transaction ends the project's tags and permissions stay as they are. To be taken before any row of a
 * subscriber is locked: whoever changes them goes on to change those rows.
 */
export async function holdMarks(tx: Transaction, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(projectId)})`.execute(tx);
}

/** Waits for all who hold them; until the transaction ends nobody else holds or changes them. */
export async function lockMarks(tx: Transaction, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(projectId)})`.execute(tx);
}

/** On everybody who has it, and in the links that give it. */
export async function renameMark(
  tx: Transaction,
  mark: Mark,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const column = sql.ref(COLUMN[mark]);
  await sql`
    update subscriber s set ${column} = array_replace(s.${column}, ${from}, ${to})
    from (${havingMark(mark, projectId, from)}) having_it where s.id = having_it.id`.execute(tx);
  // Links of a mark that was called so long ago and removed: the two names change places, as a wish has one link.
  const aside = ` ${to}`;
  await renameInLinks(tx, mark, projectId, { from: to, to: aside });
  await renameInLinks(tx, mark, projectId, { from, to });
  await renameInLinks(tx, mark, projectId, { from: aside, to: from });
}

/** Links that give it stay: they just subscribe. */
export async function removeMark(tx: Transaction, mark: Mark, projectId: string, name: string): Promise<void> {
  const column = sql.ref(COLUMN[mark]);
  await sql`
    update subscriber s set ${column} = array_remove(s.${column}, ${name})
    from (${havingMark(mark, projectId, name)}) having_it where s.id = having_it.id`.execute(tx);
}

export async function grantToAll(tx: Transaction, projectId: string, permission: string): Promise<void> {
  await sql`
    update subscriber s set permissions = s.permissions || ${permission}::text
    from (select id from subscriber where project_id = ${projectId} order by id for update) everybody
    where s.id = everybody.id`.execute(tx);
}

async function renameInLinks(
  tx: Transaction,
  mark: Mark,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update subscribe_link set ${sql.ref(mark)} = ${to}
    where project_id = ${projectId} and ${sql.ref(mark)} = ${from}`.execute(tx);
}

/** Locked in the order of their ids, as all who lock several do. */
function havingMark(mark: Mark, projectId: string, name: string) {
  return sql`
    select id from subscriber where project_id = ${projectId} and ${name} = any(${sql.ref(COLUMN[mark])})
    order by id for update`;
}

function lockKey(projectId: string) {
  return sql`hashtextextended(${`tags and permissions of ${projectId}`}, 0)`;
}
