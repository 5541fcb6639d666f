import { isUniqueViolation, type Transaction, transact } from '#db';
import { AppError } from '#lib/app-error.ts';
import { lockProject, projectNotFound, recordAudit } from '#projects';
import { actorOf, isAtLeast, type Role } from './account.ts';
import type { AccountsOptions } from './accounts-options.ts';
import type { Acting } from './invite-member.ts';
import { deleteMember, findRole, handOver, setRole } from './member-store.ts';

type Deps = Pick<AccountsOptions, 'database' | 'clock'>;

/** `owner` hands the project over: a project has one owner, and who was it before stays as an admin. */
export async function changeRole(deps: Deps, acting: Acting, accountId: string, role: Role): Promise<void> {
  const { account, projectId } = acting;
  if (!isAtLeast(acting.role, role))
    throw new AppError('forbidden', 'Nobody can give more than they have: choose another role.');
  await onMember(deps, acting, accountId, async (tx, before) => {
    if (before === role) return;
    if (before === 'owner') throw refuseOrphan(acting, 'demoted');
    if (role === 'owner') await handOver(tx, projectId, accountId);
    else await setRole(tx, projectId, accountId, role);
    const detail = { account_id: accountId, role, role_before: before };
    const at = deps.clock.now();
    await recordAudit(tx, { projectId, actor: actorOf(account), action: 'member.changed', detail, at });
  });
}

/** Everybody may leave but the owner; to remove others takes an admin. */
export async function removeMember(deps: Deps, acting: Acting, accountId: string): Promise<void> {
  const { account, projectId } = acting;
  const leaves = account.id === accountId;
  if (!leaves && !isAtLeast(acting.role, 'admin'))
    throw new AppError('forbidden', 'Only an admin or the owner can remove a member.');
  await onMember(deps, acting, accountId, async (tx, before) => {
    if (before === 'owner') throw refuseOrphan(acting, 'removed');
    await deleteMember(tx, projectId, accountId);
    const action = leaves ? 'member.left' : 'member.removed';
    const detail = { account_id: accountId, role: before };
    await recordAudit(tx, { projectId, actor: actorOf(account), action, detail, at: deps.clock.now() });
  });
}

/** One change of a team at a time: what is read of it stays true until the transaction ends. */
async function onMember(
  { database }: Deps,
  { projectId }: Acting,
  accountId: string,
  act: (tx: Transaction, role: Role) => Promise<void>,
): Promise<void> {
  try {
    await transact(database, async (tx) => {
      if ((await lockProject(tx, projectId)) === undefined) throw projectNotFound();
      const role = await findRole(tx, projectId, accountId);
      if (role === undefined) throw new AppError('not_found', 'This project has no such member.');
      await act(tx, role);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'project_one_free_per_owner'))
      throw new AppError('conflict', 'They own a free project already. Choose a higher plan for one of the two first.');
    throw error;
  }
}

function refuseOrphan({ role }: Acting, what: 'demoted' | 'removed'): AppError {
  if (role !== 'owner') return new AppError('forbidden', `The owner cannot be ${what} by an admin.`);
  return new AppError('conflict', `The owner cannot be ${what}. Hand the project over to another member first.`);
}
