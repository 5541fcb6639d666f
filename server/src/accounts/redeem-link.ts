import type { Transaction } from '#db';
import { lockProject, recordAudit } from '#projects';
import { type Account, actorOf } from './account.ts';
import { findFirstOperator, lockFirstOperator, makeOperator } from './account-store.ts';
import { countMembers, findRole, handOver, insertMember } from './member-store.ts';
import { type InviteLink, type OperatorLink, stateOf, tokenHash } from './one-time-link.ts';
import { consumeLink, consumeSetUpLinks, findLink, findLinkById } from './one-time-link-store.ts';
import { mostMembers } from './team-limit.ts';

export type DeadLink = 'unknown' | 'used' | 'expired' | 'team_full';

/** `already_member`: the link stays for somebody else. */
export type Redeemed =
  | { outcome: 'redeemed' | 'already_member'; account: Account }
  | { outcome: 'refused'; reason: DeadLink };

/** Where the account comes from once the link is known to be good: the person's own, or a new one. */
type GiveAccount = () => Promise<Account>;

/**
 * What the link gives and that it is used up commit together, by one guarded update: of two who open it at once,
 * exactly one gets in.
 */
export async function redeemLink(
  tx: Transaction,
  now: Date,
  token: string,
  known: Account | undefined,
  give: GiveAccount,
): Promise<Redeemed> {
  const hash = tokenHash(token);
  const link = hash && (await findLink(tx, hash));
  if (link === undefined || link.purpose === 'operator') return refused('unknown');
  const state = stateOf(link, now);
  if (state !== 'open') return refused(state);
  return link.purpose === 'invite' ? redeemInvite(tx, now, link, known, give) : redeemSetUp(tx, now, link, give);
}

async function redeemSetUp(tx: Transaction, now: Date, link: OperatorLink, give: GiveAccount): Promise<Redeemed> {
  await lockFirstOperator(tx);
  if ((await findFirstOperator(tx)) !== undefined) return refused('used');
  const account = await give();
  if (!(await consumeLink(tx, link.id, account.id, now))) throw new LinkGone();
  await makeOperator(tx, account.id);
  await consumeSetUpLinks(tx, account.id, now);
  return { outcome: 'redeemed', account: { ...account, isOperator: true } };
}

async function redeemInvite(
  tx: Transaction,
  now: Date,
  link: InviteLink,
  known: Account | undefined,
  give: GiveAccount,
): Promise<Redeemed> {
  const { projectId, role } = link;
  const project = await lockProject(tx, projectId);
  const present = await findLinkById(tx, link.id);
  if (project === undefined || present === undefined) return refused('unknown');
  // Looked at again under the lock: somebody may have been quicker.
  const state = stateOf(present, now);
  if (state !== 'open') return refused(state);
  if (known !== undefined && (await findRole(tx, projectId, known.id)) !== undefined)
    return { outcome: 'already_member', account: known };
  // The plan may have changed since the invitation, which was counted when it was made.
  const most = mostMembers(project.plan);
  if (most !== null && (await countMembers(tx, projectId)) >= most) return refused('team_full');
  if (role === 'owner' && project.ownerId !== null) return refused('used');
  const account = await give();
  if ((await findRole(tx, projectId, account.id)) !== undefined) return { outcome: 'already_member', account };
  if (!(await consumeLink(tx, link.id, account.id, now))) throw new LinkGone();
  // Nobody is the owner but by being handed the project.
  await insertMember(tx, { projectId, accountId: account.id, role: role === 'owner' ? 'admin' : role, now });
  if (role === 'owner') await handOver(tx, projectId, account.id);
  const detail = { account_id: account.id, role };
  await recordAudit(tx, { projectId, actor: actorOf(account), action: 'member.joined', detail, at: now });
  return { outcome: 'redeemed', account };
}

/** Somebody was quicker: all of the transaction must be undone, an account that it made included. */
export class LinkGone extends Error {
  override readonly name = 'LinkGone';
}

function refused(reason: DeadLink): Redeemed {
  return { outcome: 'refused', reason };
}
