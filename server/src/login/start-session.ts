import ipaddr from 'ipaddr.js';
import { isLoginCapReached } from '#billing';
import { type Transaction, transact } from '#db';
import { AppError } from '#lib/app-error.ts';
import { secondsBetween } from '#lib/clock.ts';
import { randomBase62, uuidv7 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';
import type { Channel, Lang } from '#messengers';
import { effectiveLimits, type Project } from '#projects';
import { takeInWindow } from './limit-store.ts';
import { linkToken } from './link-token.ts';
import type { LoginOptions } from './login-options.ts';
import { drawNumbers } from './number-match.ts';
import { type LoginSession, sessionEnd } from './session.ts';
import { insertSession, type NewSession } from './session-store.ts';

const HOUR = 3600;

export type SessionWish = {
  kind: 'api' | 'page';
  state: string | null;
  returnUrl: string | null;
  lang: Lang | null;
  numberMatch: boolean;
  client: { ip: string | null; agent: string | null };
  /** Of the cookie that binds a session of the hosted page to its browser. */
  browserHash: Buffer | null;
};

export type StartedSession = {
  session: NewSession;
  /** The poller's secret; only its hash is stored. */
  sessionId: string;
  links: Record<Channel, string | null>;
};

/** A new session with its links, within the plan's cap and the hourly limits, which are exact across processes. */
export async function startSession(
  options: LoginOptions,
  project: Project,
  wish: SessionWish,
): Promise<StartedSession> {
  const { database, clock, masterKey } = options;
  if (project.status !== 'active') throw new AppError('project_inactive', 'This project is switched off.');
  if (await isLoginCapReached(database, clock, project)) {
    throw new AppError(
      'billing_blocked',
      "The plan's logins of this month are used up. Choose a higher plan, or wait for the new month (UTC).",
    );
  }
  const now = clock.now();
  const id = uuidv7(now);
  const token = linkToken(masterKey, id);
  const links = await options.botLinks(`auths_${token}`);
  if (links.telegram === null && links.max === null) {
    throw new AppError('platform_busy', 'No bot can be reached to log in with. Try again shortly.');
  }
  const sessionId = `ses_${randomBase62(32)}`;
  const numbers = wish.numberMatch ? drawNumbers() : { number: null, choices: null };
  const session: NewSession = {
    id,
    projectId: project.id,
    kind: wish.kind,
    publicHash: secretHash(sessionId),
    linkHash: secretHash(token),
    state: wish.state,
    returnUrl: wish.returnUrl,
    lang: wish.lang,
    clientIp: wish.client.ip,
    clientAgent: wish.client.agent,
    ...numbers,
    browserHash: wish.browserHash,
    expiresAt: sessionEnd(now),
    createdAt: now,
  };
  await transact(database, async (tx) => {
    // The count last: its row lock, which lets one start of a project in at a time, is then held for less.
    await insertSession(tx, session);
    await countStart(tx, project, wish, now);
  });
  return { session, sessionId, links };
}

/** The links of a session that exists: its token is derived, not stored. */
export function linksOf(
  options: LoginOptions,
  session: Pick<LoginSession, 'id'>,
): Promise<Record<Channel, string | null>> {
  return options.botLinks(`auths_${linkToken(options.masterKey, session.id)}`);
}

/** Pages are outside the project's limit; both kinds are inside the one of the person's address. */
async function countStart(tx: Transaction, project: Project, wish: SessionWish, now: Date): Promise<void> {
  const limits = effectiveLimits(project);
  const { ip } = wish.client;
  if (wish.kind === 'api') {
    const most = limits.auth_sessions_per_hour;
    const until = await takeInWindow(tx, { subject: `login:${project.id}`, most, seconds: HOUR, now });
    refuseUntil(until, now, `More than ${most} logins were started within an hour.`);
  }
  if (ip !== null) {
    const most = wish.kind === 'api' ? limits.auth_sessions_per_address : limits.page_sessions_per_address;
    const until = await takeInWindow(tx, {
      subject: `login:${project.id}:${wish.kind}:${countedAddress(ip)}`,
      most,
      seconds: HOUR,
      now,
    });
    refuseUntil(until, now, `More than ${most} logins were started from one address within an hour.`);
  }
}

/** What counts as one address, in one spelling: of IPv6 the network (/64), of which one person has all addresses. */
function countedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString();
}

function refuseUntil(until: Date | undefined, now: Date, reason: string): void {
  if (until === undefined) return;
  const retryAfter = Math.max(1, Math.ceil(secondsBetween(now, until)));
  throw new AppError('rate_limit_project', `${reason} Wait ${retryAfter} s.`, { retryAfter });
}
