import { sql } from 'kysely';
import { type Database, deleteSome, type Transaction } from '#db';
import type { BrowserSession, Whereabouts } from './browser-session.ts';

export type SignedIn = {
  id: string;
  accountId: string;
  name: string;
  isOperator: boolean;
  /** False for the token before the last rotation. */
  isCurrent: boolean;
  rotatedAt: Date;
  lastSeenAt: Date;
};

export async function insertSession(
  tx: Transaction,
  session: { id: string; accountId: string; tokenHash: Buffer; now: Date; expiresAt: Date } & Whereabouts,
): Promise<void> {
  const { now } = session;
  await sql`
    insert into browser_session
      (id, account_id, token_hash, rotated_at, created_at, last_seen_at, expires_at, ip, user_agent)
    values (${session.id}, ${session.accountId}, ${session.tokenHash}, ${now}, ${now}, ${now}, ${session.expiresAt},
      ${session.ip}, ${session.userAgent})`.execute(tx);
}

export async function findSignedIn(database: Database, tokenHash: Buffer, now: Date): Promise<SignedIn | undefined> {
  const { rows } = await sql<SignedIn>`/* prepared */
    select s.id, a.id as "accountId", a.name, a.is_operator as "isOperator",
      s.token_hash = ${tokenHash} as "isCurrent", s.rotated_at as "rotatedAt", s.last_seen_at as "lastSeenAt"
    from browser_session s join account a on a.id = s.account_id
    where (s.token_hash = ${tokenHash} or (s.previous_hash = ${tokenHash} and s.previous_until > ${now}))
      and s.expires_at > ${now}`.execute(database);
  return rows[0];
}

/** True for the one of several requests at once that rotated: it alone tells the browser the new token. */
export async function rotateToken(
  database: Database,
  id: string,
  token: { from: Buffer; to: Buffer; previousUntil: Date },
  seen: { now: Date; expiresAt: Date } & Whereabouts,
): Promise<boolean> {
  const result = await sql`
    update browser_session set token_hash = ${token.to}, previous_hash = ${token.from},
      previous_until = ${token.previousUntil}, rotated_at = ${seen.now}, last_seen_at = ${seen.now},
      expires_at = ${seen.expiresAt}, ip = ${seen.ip}, user_agent = ${seen.userAgent}
    where id = ${id} and token_hash = ${token.from}`.execute(database);
  return result.numAffectedRows === 1n;
}

export async function noteSeen(
  database: Database,
  id: string,
  seen: { now: Date; expiresAt: Date } & Whereabouts,
): Promise<void> {
  await sql`
    update browser_session set last_seen_at = ${seen.now}, expires_at = ${seen.expiresAt}, ip = ${seen.ip},
      user_agent = ${seen.userAgent}
    where id = ${id} and last_seen_at < ${seen.now}`.execute(database);
}

/** Those in force, the last seen first. */
export async function listSessions(database: Database, accountId: string, now: Date): Promise<BrowserSession[]> {
  const { rows } = await sql<BrowserSession>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", ip, user_agent as "userAgent"
    from browser_session where account_id = ${accountId} and expires_at > ${now}
    order by last_seen_at desc, id desc`.execute(database);
  return rows;
}

/** True for the one call that ended it. */
export async function endSession(database: Database | Transaction, accountId: string, id: string): Promise<boolean> {
  const result = await sql`delete from browser_session where id = ${id} and account_id = ${accountId}`.execute(
    database,
  );
  return result.numAffectedRows === 1n;
}

export async function endOtherSessions(database: Database, accountId: string, present: string): Promise<number> {
  const result = await sql`
    delete from browser_session where account_id = ${accountId} and id <> ${present}`.execute(database);
  return Number(result.numAffectedRows ?? 0n);
}

export async function deleteExpiredSessions(database: Database, now: Date, most: number): Promise<number> {
  return deleteSome(database, 'browser_session', sql`expires_at <= ${now}`, most);
}
