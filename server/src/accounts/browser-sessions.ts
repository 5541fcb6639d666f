import type { Database, Transaction } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import { addSeconds, type Clock, secondsBetween } from '#lib/clock.ts';
import { isUuid, uuidv7 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';
import { type Account, actorOf } from './account.ts';
import {
  makeSessionToken,
  PREVIOUS_SECONDS,
  REQUESTS_PER_MINUTE,
  ROTATE_AFTER_SECONDS,
  SEEN_GRAIN_SECONDS,
  SESSION_SECONDS,
  type Whereabouts,
  whereaboutsOf,
} from './browser-session.ts';
import { findSignedIn, insertSession, noteSeen, rotateToken, type SignedIn } from './browser-session-store.ts';
import { type CookieKeeper, cookieKeeper } from './cookies.ts';
import { findAccess } from './member-store.ts';
import { requireSameOrigin } from './same-origin.ts';

type Asked = Parameters<typeof requireSameOrigin>[0] & { ip: string };

/** A signed-in browser. `cookie` is to be set with the answer. */
export type Visitor = { sessionId: string; account: Account; cookie?: string };

/** Browsers that are signed in to the dashboard: who they are, told by a cookie whose token changes daily. */
export class BrowserSessions {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #cookie: CookieKeeper;

  constructor(options: { database: Database; clock: Clock; baseUrl: string }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#cookie = cookieKeeper('bellhop_session', '/', options.baseUrl);
  }

  /** Undefined where nobody is signed in; refuses changes that do not come from our own pages. */
  async visitorOf(asked: Asked): Promise<Visitor | undefined> {
    const token = this.#cookie.read(asked.headers.cookie);
    if (token === undefined || !/^[0-9A-Za-z]{40}$/.test(token)) return undefined;
    const found = await findSignedIn(this.#database, secretHash(token), this.#clock.now());
    if (found === undefined) return undefined;
    requireSameOrigin(asked);
    const cookie = await this.#keepUp(found, token, whereaboutsOf(asked.ip, asked.headers['user-agent']));
    const account = { id: found.accountId, name: found.name, isOperator: found.isOperator };
    return { sessionId: found.id, account, ...(cookie === undefined ? {} : { cookie }) };
  }

  /** For /v1: what a signed-in browser is in a project. One that it has no part in is not there. */
  async callerOf(
    asked: Asked,
    projectId: string,
  ): Promise<{ caller: Caller; sessionId: string; cookie?: string } | undefined> {
    const visitor = await this.visitorOf(asked);
    if (visitor === undefined) return undefined;
    const { account, ...rest } = visitor;
    const access = isUuid(projectId) ? await findAccess(this.#database, account, projectId) : undefined;
    if (access === undefined) throw new AppError('not_found', 'You have no project with this id.');
    const caller: Caller = {
      projectId: access.projectId,
      active: access.active,
      requestsPerMinute: REQUESTS_PER_MINUTE,
      actor: actorOf(account),
      role: access.role,
    };
    return { caller, ...rest };
  }

  /** For /admin/v1. */
  async operatorOf(asked: Asked): Promise<{ actor: string; cookie?: string } | undefined> {
    const visitor = await this.visitorOf(asked);
    if (visitor === undefined) return undefined;
    if (!visitor.account.isOperator) throw new AppError('forbidden', 'This is open to operators only.');
    return { actor: actorOf(visitor.account), ...(visitor.cookie === undefined ? {} : { cookie: visitor.cookie }) };
  }

  /** A new session with a new token, whatever the browser had before; answers the cookie. */
  async start(tx: Transaction, accountId: string, where: Whereabouts): Promise<string> {
    const now = this.#clock.now();
    const { token, hash } = makeSessionToken();
    const expiresAt = addSeconds(now, SESSION_SECONDS);
    await insertSession(tx, { id: uuidv7(now), accountId, tokenHash: hash, now, expiresAt, ...where });
    return this.#cookie.set(token, SESSION_SECONDS);
  }

  signedOutCookie(): string {
    return this.#cookie.clear();
  }

  async #keepUp(found: SignedIn, token: string, where: Whereabouts): Promise<string | undefined> {
    const now = this.#clock.now();
    const seen = { now, expiresAt: addSeconds(now, SESSION_SECONDS), ...where };
    if (found.isCurrent && secondsBetween(found.rotatedAt, now) >= ROTATE_AFTER_SECONDS) {
      const next = makeSessionToken();
      const previousUntil = addSeconds(now, PREVIOUS_SECONDS);
      const change = { from: secretHash(token), to: next.hash, previousUntil };
      const won = await rotateToken(this.#database, found.id, change, seen);
      return won ? this.#cookie.set(next.token, SESSION_SECONDS) : undefined;
    }
    if (secondsBetween(found.lastSeenAt, now) >= SEEN_GRAIN_SECONDS) await noteSeen(this.#database, found.id, seen);
    return undefined;
  }
}
