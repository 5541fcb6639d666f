import { sql } from 'kysely';
import type { Transaction } from '#db';

export type SubscribeWish = { permission: string | null; tag: string | null };
export type SubscribeLink = SubscribeWish & { projectId: string };

/** The token of this wish: the one given, unless there is one already. The same for all who ask at once. */
export async function keepSubscribeLink(
  tx: Transaction,
  { projectId, permission, tag, token, at }: SubscribeLink & { token: string; at: Date },
): Promise<string> {
  await sql`
    insert into subscribe_link (token, project_id, permission, tag, created_at)
    values (${token}, ${projectId}, ${permission}, ${tag}, ${at})
    on conflict on constraint subscribe_link_wish_key do nothing`.execute(tx);
  const { rows } = await sql<{ token: string }>`
    select token from subscribe_link
    where project_id = ${projectId} and permission is not distinct from ${permission} and tag is not distinct from ${tag}`.execute(
    tx,
  );
  const [kept] = rows;
  if (kept === undefined) throw new Error('A subscribe link that was just kept is not there.');
  return kept.token;
}

export async function findSubscribeLink(tx: Transaction, token: string): Promise<SubscribeLink | undefined> {
  const { rows } = await sql<SubscribeLink>`
    select project_id as "projectId", permission, tag from subscribe_link where token = ${token}`.execute(tx);
  return rows[0];
}
