import { timestamp } from '#lib/timestamp.ts';
import type { Member, TeamProject } from './member-store.ts';
import type { Invitation } from './one-time-link-store.ts';

/** A project as its team sees it in a list. */
export function teamProjectJson({ id, name, slug, plan, status, look, role }: TeamProject) {
  return { project_id: id, name, slug, plan, status, look, role };
}

export function memberJson({ accountId, name, role, createdAt, identities }: Member, ownId: string) {
  return {
    account_id: accountId,
    name,
    role,
    identities,
    is_you: accountId === ownId,
    created_at: timestamp(createdAt),
  };
}

export function invitationJson({ id, role, createdBy, createdAt, expiresAt }: Invitation) {
  return { id, role, created_by: createdBy, created_at: timestamp(createdAt), expires_at: timestamp(expiresAt) };
}
