import { sql } from 'kysely';
import type { Database, Transaction } from '#db';
import type { Channel } from '#messengers';
import type { Project } from '#projects';
import type { Account, Role } from './account.ts';
import { DASHBOARD_PROJECT_ID } from './dashboard-project.ts';

export type Access = { projectId: string; active: boolean; role: Role };

export type Member = {
  accountId: string;
  name: string;
  role: Role;
  createdAt: Date;
  identities: { channel: Channel; username: string | null }[];
};

export type TeamProject = Pick<Project, 'id' | 'name' | 'slug' | 'plan' | 'status' | 'look'> & { role: Role };

/** An operator is in every project what its owner is; the dashboard's own project is nobody's. */
const effectiveRole = ({ isOperator }: Account) => (isOperator ? sql<Role>`'owner'` : sql<Role>`m.role`);
const visible = ({ isOperator }: Account) =>
  sql<boolean>`p.id <> ${DASHBOARD_PROJECT_ID} and ${isOperator ? sql`true` : sql`m.role is not null`}`;

export async function findAccess(database: Database, account: Account, projectId: string): Promise<Access | undefined> {
  const { rows } = await sql<Access>`/* prepared */
    select p.id as "projectId", p.status = 'active' as active, ${effectiveRole(account)} as role
    from project p left join project_member m on m.project_id = p.id and m.account_id = ${account.id}
    where p.id = ${projectId} and ${visible(account)}`.execute(database);
  return rows[0];
}

/** The account's own first, then by name. */
export async function listProjectsOf(
  database: Database,
  account: Account,
  page: { limit: number; slug?: string },
): Promise<TeamProject[]> {
  const { rows } = await sql<TeamProject>`
    select p.id, p.name, p.slug, p.plan, p.status, p.look, ${effectiveRole(account)} as role
    from project p left join project_member m on m.project_id = p.id and m.account_id = ${account.id}
    where ${visible(account)} and ${page.slug === undefined ? sql`true` : sql`p.slug = ${page.slug}`}
    order by m.role is null, lower(p.name), p.id limit ${page.limit}`.execute(database);
  return rows;
}

/** The owner first, then in the order in which they came. */
export async function listMembers(database: Database, projectId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select a.id as "accountId", a.name, m.role, m.created_at as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('channel', i.channel, 'username', i.username) order by i.channel)
        from account_identity i where i.account_id = a.id), '[]') as identities
    from project_member m join account a on a.id = m.account_id
    where m.project_id = ${projectId} order by m.role <> 'owner', m.created_at, a.id`.execute(database);
  return rows;
}

export async function findRole(tx: Transaction, projectId: string, accountId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from project_member where project_id = ${projectId} and account_id = ${accountId}`.execute(tx);
  return rows[0]?.role;
}

export async function countMembers(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from project_member where project_id = ${projectId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function insertMember(
  tx: Transaction,
  member: { projectId: string; accountId: string; role: Role; now: Date },
): Promise<void> {
  await sql`
    insert into project_member (project_id, account_id, role, created_at)
    values (${member.projectId}, ${member.accountId}, ${member.role}, ${member.now})`.execute(tx);
}

export async function setRole(tx: Transaction, projectId: string, accountId: string, role: Role): Promise<void> {
  await sql`
    update project_member set role = ${role} where project_id = ${projectId} and account_id = ${accountId}`.execute(tx);
}

export async function deleteMember(tx: Transaction, projectId: string, accountId: string): Promise<void> {
  await sql`delete from project_member where project_id = ${projectId} and account_id = ${accountId}`.execute(tx);
}

/** A member becomes the owner; who was it before stays as an admin. The project's row is locked by the caller. */
export async function handOver(tx: Transaction, projectId: string, accountId: string): Promise<void> {
  await sql`
    update project_member set role = 'admin'
    where project_id = ${projectId} and role = 'owner' and account_id <> ${accountId}`.execute(tx);
  await setRole(tx, projectId, accountId, 'owner');
  await sql`update project set owner_id = ${accountId} where id = ${projectId}`.execute(tx);
}
