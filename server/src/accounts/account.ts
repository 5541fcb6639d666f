import type { Caller } from '#http';
import type { Channel } from '#messengers';

/** What somebody is in a project, from most to least. */
export type Role = Caller['role'];
export const ROLES = ['owner', 'admin', 'viewer'] as const satisfies Role[];

export type Account = {
  id: string;
  name: string;
  /** Sees every project, as its owner does. */
  isOperator: boolean;
};

/** Who confirmed in the messenger. */
export type SignedInPerson = { channel: Channel; personId: string; firstName: string; username: string | null };

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/** As the audit trail names an account. */
export function actorOf({ id }: Pick<Account, 'id'>): string {
  return `account:${id}`;
}
