import { addSeconds, secondsBetween } from '#lib/clock.ts';
import type { Channel, Lang } from '#messengers';

export const SESSION_SECONDS = 600;
/** A code is good through the 300.000th second. */
export const CODE_SECONDS = 300;

/**
 * A login from its link to the verified code.
 *
 *   pending ── first person opens the link ──► pending, theirs ── Yes ──► confirmed ── verify ──► code used
 *      │                                          │                          │
 *      │                                          └ No, wrong number, cap ──► declined
 *      └ 600 s pass ──► expired                                              └ 300 s pass ──► code expired
 *
 * The row stores pending, confirmed and declined; what has expired follows from the time.
 */
export type LoginSession = {
  id: string;
  projectId: string;
  kind: 'api' | 'page' | 'static';
  state: string | null;
  returnUrl: string | null;
  lang: Lang | null;
  clientIp: string | null;
  clientAgent: string | null;
  number: number | null;
  choices: number[] | null;
  browserHash: Buffer | null;
  status: 'pending' | 'confirmed' | 'declined';
  expiresAt: Date;
  channel: Channel | null;
  personId: string | null;
  promptId: string | null;
  subscriberId: string | null;
  codeSealed: Buffer | null;
  codeExpiresAt: Date | null;
  codeUsedAt: Date | null;
  createdAt: Date;
};

/** What the poller is told. */
export type SessionStatus = 'pending' | 'completed' | 'verified' | 'declined' | 'expired';

type StatusFields = Pick<LoginSession, 'status' | 'expiresAt' | 'codeExpiresAt' | 'codeUsedAt'>;

export function statusOf(session: StatusFields, now: Date): SessionStatus {
  if (session.status === 'declined') return 'declined';
  if (session.status === 'pending') return now < session.expiresAt ? 'pending' : 'expired';
  if (session.codeUsedAt !== null) return 'verified';
  return session.codeExpiresAt !== null && now <= session.codeExpiresAt ? 'completed' : 'expired';
}

/** Whole seconds of the session while it is pending, of the code while that can be used, else 0. */
export function expiresIn(session: StatusFields, now: Date): number {
  const status = statusOf(session, now);
  if (status === 'pending') return Math.ceil(secondsBetween(now, session.expiresAt));
  if (status === 'completed' && session.codeExpiresAt !== null)
    return Math.ceil(secondsBetween(now, session.codeExpiresAt));
  return 0;
}

export function sessionEnd(now: Date): Date {
  return addSeconds(now, SESSION_SECONDS);
}
