import { type Transaction, transact } from '#db';
import { AppError } from '#lib/app-error.ts';
import { lockProject, type Project, projectNotFound, recordAudit } from '#projects';
import { type Account, actorOf, isAtLeast, type Role } from './account.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { countMembers } from './member-store.ts';
import { makeLink } from './one-time-link.ts';
import { countInvitations, insertLink, withdrawInvitation } from './one-time-link-store.ts';
import { mostMembers } from './team-limit.ts';

type Deps = Pick<AccountsOptions, 'database' | 'clock' | 'baseUrl'>;

/** Who acts in which project, and what they are in it. */
export type Acting = { account: Account; role: Role; projectId: string };

/** The address is shown here and never again. The project's lock makes the plan's limit exact. */
export async function inviteMember(
  { database, clock, baseUrl }: Deps,
  { account, role: own, projectId }: Acting,
  role: Role,
): Promise<{ id: string; url: string; expiresAt: Date }> {
  if (!isAtLeast(own, role))
    throw new AppError('forbidden', 'Nobody can give more than they have: choose another role.');
  return transact(database, async (tx) => {
    const now = clock.now();
    const project = await lockProject(tx, projectId);
    if (project === undefined) throw projectNotFound();
    if (role === 'owner' && project.ownerId !== null)
      throw new AppError('conflict', 'This project has an owner. Invite an admin; the owner can then hand it over.');
    await refuseFullTeam(tx, project, now);
    const { link, url } = makeLink(baseUrl, now, { purpose: 'invite', projectId, role, createdBy: account.id });
    await insertLink(tx, link);
    const detail = { invite_id: link.id, role };
    await recordAudit(tx, { projectId, actor: actorOf(account), action: 'invite.created', detail, at: now });
    return { id: link.id, url, expiresAt: link.expiresAt };
  });
}

export async function withdrawInvite(
  { database, clock }: Deps,
  { account, projectId }: Acting,
  id: string,
): Promise<void> {
  await transact(database, async (tx) => {
    const at = clock.now();
    if (!(await withdrawInvitation(tx, projectId, id, at)))
      throw new AppError('not_found', 'There is no such open invitation: it was used, withdrawn, or has expired.');
    const detail = { invite_id: id };
    await recordAudit(tx, { projectId, actor: actorOf(account), action: 'invite.withdrawn', detail, at });
  });
}

async function refuseFullTeam(tx: Transaction, project: Project, now: Date): Promise<void> {
  const most = mostMembers(project.plan);
  if (most === null) return;
  const taken = (await countMembers(tx, project.id)) + (await countInvitations(tx, project.id, now));
  if (taken < most) return;
  const people = `${most} ${most === 1 ? 'member' : 'members'}, open invitations included`;
  throw new AppError('conflict', `The ${project.plan} plan has ${people}. Choose a higher plan to invite somebody.`);
}
