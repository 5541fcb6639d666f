import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Channel } from '#messengers';
import type { Account, SignedInPerson } from './account.ts';

export type Identity = { channel: Channel; firstName: string; username: string | null };

const columns = sql`a.id, a.name, a.is_operator as "isOperator"`;

export async function insertAccount(tx: Transaction, account: Account, now: Date): Promise<void> {
  await sql`
    insert into account (id, name, is_operator, created_at)
    values (${account.id}, ${account.name}, ${account.isOperator}, ${now})`.execute(tx);
}

/** False where the person belongs to an account already. */
export async function insertIdentity(
  tx: Transaction,
  accountId: string,
  person: SignedInPerson,
  now: Date,
): Promise<boolean> {
  const result = await sql`
    insert into account_identity (channel, person_id, account_id, first_name, username, created_at)
    values (${person.channel}, ${person.personId}, ${accountId}, ${person.firstName}, ${person.username}, ${now})
    on conflict do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** The account of a person, whose names are brought up to date by the way. */
export async function findAccountOf(tx: Transaction, person: SignedInPerson): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    update account_identity i set first_name = ${person.firstName}, username = ${person.username}
    from account a
    where i.channel = ${person.channel} and i.person_id = ${person.personId} and a.id = i.account_id
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function deleteAccount(tx: Transaction, id: string): Promise<void> {
  await sql`delete from account where id = ${id}`.execute(tx);
}

export async function renameAccount(database: Database, id: string, name: string): Promise<void> {
  await sql`update account set name = ${name} where id = ${id}`.execute(database);
}

/** Until the transaction ends nobody else makes the first operator: what follows stays true. */
export async function lockFirstOperator(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first operator', 0))`.execute(tx);
}

export async function findFirstOperator(database: Database | Transaction): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select ${columns} from account a where a.is_operator order by a.id limit 1`.execute(database);
  return rows[0];
}

export async function makeOperator(tx: Transaction, id: string): Promise<void> {
  await sql`update account set is_operator = true where id = ${id}`.execute(tx);
}

export async function listIdentities(database: Database, accountId: string): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select channel, first_name as "firstName", username from account_identity
    where account_id = ${accountId} order by created_at, channel`.execute(database);
  return rows;
}
