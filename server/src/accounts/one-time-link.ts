import { addSeconds } from '#lib/clock.ts';
import { randomBase62, uuidv7 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';
import type { Role } from './account.ts';

/**
 * setup: makes the first operator. operator: signs in as the operator without a messenger, for who is locked out.
 * invite: makes a member of a project.
 */
export type Purpose = 'setup' | 'operator' | 'invite';

const DAY = 24 * 3600;
const SECONDS: Record<Purpose, number> = { setup: 7 * DAY, operator: 15 * 60, invite: 7 * DAY };

type LinkTimes = { id: string; createdAt: Date; expiresAt: Date; usedAt: Date | null };
export type OperatorLink = LinkTimes & { purpose: 'setup' | 'operator' };
export type InviteLink = LinkTimes & { purpose: 'invite'; projectId: string; role: Role };
export type OneTimeLink = OperatorLink | InviteLink;

export type NewLink = {
  id: string;
  purpose: Purpose;
  tokenHash: Buffer;
  projectId: string | null;
  role: Role | null;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** The token is in the address alone: only its hash is stored. */
export function makeLink(
  baseUrl: string,
  now: Date,
  wish: { purpose: Purpose; projectId?: string; role?: Role; createdBy?: string },
): { link: NewLink; url: string } {
  const token = randomBase62(40);
  const { purpose, projectId = null, role = null, createdBy = null } = wish;
  const expiresAt = addSeconds(now, SECONDS[purpose]);
  const id = uuidv7(now);
  return {
    link: { id, purpose, tokenHash: secretHash(token), projectId, role, createdBy, createdAt: now, expiresAt },
    url: `${baseUrl}/dashboard/start/${token}`,
  };
}

/** Undefined where the text has not even the form of a token. */
export function tokenHash(token: string): Buffer | undefined {
  return /^[0-9A-Za-z]{40}$/.test(token) ? secretHash(token) : undefined;
}

export type LinkState = 'open' | 'used' | 'expired';

export function stateOf({ usedAt, expiresAt }: Pick<OneTimeLink, 'usedAt' | 'expiresAt'>, now: Date): LinkState {
  if (usedAt !== null) return 'used';
  return expiresAt > now ? 'open' : 'expired';
}
