import type { Database } from '#db';
import { AppError } from '#lib/app-error.ts';
import { isUuid } from '#lib/ids.ts';
import { projectNotFound } from '#projects';
import { type Account, isAtLeast, type Role } from './account.ts';
import type { Acting } from './invite-member.ts';
import { findAccess } from './member-store.ts';

/** Who may look at a project; somebody else's is not there. */
export async function requireLook(
  database: Database,
  account: Account,
  projectId: string,
  least: Role = 'viewer',
): Promise<Acting & { active: boolean }> {
  const access = isUuid(projectId) ? await findAccess(database, account, projectId) : undefined;
  if (access === undefined) throw projectNotFound();
  const { role, active } = access;
  if (!isAtLeast(role, least))
    throw new AppError('forbidden', `This takes the role of ${least === 'owner' ? 'the owner' : 'an admin'}.`);
  return { account, role, projectId: access.projectId, active };
}

/** Who may change it: nobody but the operator while it is switched off. */
export async function requireChange(
  database: Database,
  account: Account,
  projectId: string,
  least: Role = 'admin',
): Promise<Acting> {
  const { active, ...acting } = await requireLook(database, account, projectId, least);
  if (!active && !account.isOperator)
    throw new AppError('project_inactive', 'This project is switched off. Ask the operator to activate it.');
  return acting;
}
