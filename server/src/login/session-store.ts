import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { firstUuidAt } from '#lib/ids.ts';
import type { Channel, Lang } from '#messengers';
import type { LoginSession } from './session.ts';

const columns = sql`id, project_id as "projectId", kind, state, return_url as "returnUrl", lang,
  client_ip as "clientIp", client_agent as "clientAgent", number, choices, browser_hash as "browserHash", status,
  expires_at as "expiresAt", channel, person_id as "personId", prompt_id as "promptId",
  subscriber_id as "subscriberId", code_sealed as "codeSealed", code_expires_at as "codeExpiresAt",
  code_used_at as "codeUsedAt", created_at as "createdAt"`;

export type NewSession = Pick<
  LoginSession,
  | 'id'
  | 'projectId'
  | 'kind'
  | 'state'
  | 'returnUrl'
  | 'lang'
  | 'clientIp'
  | 'clientAgent'
  | 'number'
  | 'choices'
  | 'browserHash'
  | 'expiresAt'
  | 'createdAt'
> & { publicHash: Buffer | null; linkHash: Buffer | null };

export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await sql`/* prepared */
    insert into login_session (id, project_id, kind, public_hash, link_hash, state, return_url, lang, client_ip,
      client_agent, number, choices, browser_hash, expires_at, created_at)
    values (${session.id}, ${session.projectId}, ${session.kind}, ${session.publicHash}, ${session.linkHash},
      ${session.state}, ${session.returnUrl}, ${session.lang}, ${session.clientIp}, ${session.clientAgent},
      ${session.number}, ${session.choices}, ${session.browserHash}, ${session.expiresAt}, ${session.createdAt})`.execute(
    tx,
  );
}

async function findBy(
  database: Database | Transaction,
  condition: RawBuilder<unknown>,
): Promise<LoginSession | undefined> {
  const { rows } =
    await sql<LoginSession>`/* prepared */ select ${columns} from login_session where ${condition}`.execute(database);
  return rows[0];
}

export const findSession = (database: Database | Transaction, id: string) => findBy(database, sql`id = ${id}`);

/** Of that project only: another's is not there. */
export const findSessionOf = (database: Database, projectId: string, publicHash: Buffer) =>
  findBy(database, sql`public_hash = ${publicHash} and project_id = ${projectId}`);

export const findSessionByLink = (tx: Transaction, linkHash: Buffer) => findBy(tx, sql`link_hash = ${linkHash}`);

/** Which of these are no longer pending; for pollers that a notification may not have reached. */
export async function decidedAmong(database: Database, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from login_session where id = any(${ids}::uuid[]) and status <> 'pending'`.execute(database);
  return rows.map(({ id }) => id);
}

/** The first to open the link claims the session; true for them, each time, and for nobody else. */
export async function claimSession(
  tx: Transaction,
  id: string,
  who: { channel: Channel; personId: string },
): Promise<boolean> {
  const result = await sql`
    update login_session set channel = ${who.channel}, person_id = ${who.personId}
    where id = ${id} and (person_id is null or (channel = ${who.channel} and person_id = ${who.personId}))`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** A static login waits in one row per project and person, however often the link is opened. Undefined: there is none. */
export async function findStaticSession(
  tx: Transaction,
  of: { projectId: string; channel: Channel; personId: string },
): Promise<LoginSession | undefined> {
  const { rows } = await sql<LoginSession>`
    select ${columns} from login_session
    where kind = 'static' and status = 'pending' and project_id = ${of.projectId}
      and channel = ${of.channel} and person_id = ${of.personId} for update`.execute(tx);
  return rows[0];
}

/** A static login that nobody answered starts its time again. */
export async function restartSession(
  tx: Transaction,
  id: string,
  times: { expiresAt: Date; returnUrl: string | null },
): Promise<void> {
  await sql`
    update login_session set expires_at = ${times.expiresAt}, return_url = ${times.returnUrl}
    where id = ${id} and status = 'pending'`.execute(tx);
}

/** `lang` is the person's: whoever edits the prompt later has nobody to ask. */
export async function setPrompt(tx: Transaction, id: string, prompt: { id: string; lang: Lang }): Promise<void> {
  await sql`update login_session set prompt_id = ${prompt.id}, lang = ${prompt.lang} where id = ${id}`.execute(tx);
}

/** From pending to a decision, by the person whose session it is, in time: for exactly one tap. */
export async function decideSession(
  tx: Transaction,
  id: string,
  decision: { status: 'confirmed' | 'declined'; channel: Channel; personId: string; now: Date },
): Promise<LoginSession | undefined> {
  const { rows } = await sql<LoginSession>`
    update login_session set status = ${decision.status}
    where id = ${id} and status = 'pending' and expires_at > ${decision.now}
      and channel = ${decision.channel} and person_id = ${decision.personId}
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** What a confirmed session cannot keep after all: the plan's cap was reached. */
export async function declineSession(tx: Transaction, id: string): Promise<void> {
  await sql`update login_session set status = 'declined' where id = ${id}`.execute(tx);
}

export async function storeCode(
  tx: Transaction,
  id: string,
  code: { hash: Buffer; sealed: Buffer; expiresAt: Date; subscriberId: string; confirmedAt: Date },
): Promise<void> {
  await sql`
    update login_session set code_hash = ${code.hash}, code_sealed = ${code.sealed}, code_expires_at = ${code.expiresAt},
      subscriber_id = ${code.subscriberId}, confirmed_at = ${code.confirmedAt}
    where id = ${id}`.execute(tx);
}

export type Verified = { sessionId: string; subscriberId: string };

/** Consumes a code: one guarded update, so that of any number of calls exactly one gets a row. */
export async function consumeCode(
  database: Database,
  projectId: string,
  codeHash: Buffer,
  now: Date,
): Promise<Verified | undefined> {
  const { rows } = await sql<Verified>`/* prepared */
    update login_session set code_used_at = ${now}, code_sealed = null
    where code_hash = ${codeHash} and project_id = ${projectId} and code_used_at is null and code_expires_at >= ${now}
    returning id as "sessionId", subscriber_id as "subscriberId"`.execute(database);
  return rows[0];
}

export async function findCode(
  database: Database,
  projectId: string,
  codeHash: Buffer,
): Promise<{ sessionId: string; usedAt: Date | null } | undefined> {
  const { rows } = await sql<{ sessionId: string; usedAt: Date | null }>`
    select id as "sessionId", code_used_at as "usedAt" from login_session
    where code_hash = ${codeHash} and project_id = ${projectId}`.execute(database);
  return rows[0];
}

/** Prompts whose session has ended unanswered, each handed out once; they stay locked until the transaction ends. */
export async function takeExpiredPrompts(tx: Transaction, now: Date, most: number): Promise<LoginSession[]> {
  const { rows } = await sql<LoginSession>`
    with expired as (
      select id as expired_id, prompt_id as expired_prompt from login_session
      where status = 'pending' and prompt_id is not null and expires_at <= ${now}
      order by expires_at limit ${most} for update skip locked)
    update login_session set prompt_id = null from expired where id = expired_id
    returning id, project_id as "projectId", kind, lang, channel, person_id as "personId", expired_prompt as "promptId"`.execute(
    tx,
  );
  return rows;
}

/** Ids are in order of time, so the index finds the old ones; a static login that started again is younger than its id. */
export async function deleteSessionsBefore(database: Database, before: Date, most: number): Promise<number> {
  const result = await sql`
    delete from login_session where id in (
      select id from login_session
      where id < ${firstUuidAt(before)} and coalesce(confirmed_at, expires_at) < ${before}
      order by id limit ${most} for update skip locked)`.execute(database);
  return Number(result.numAffectedRows ?? 0n);
}
