import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { sameSecret } from '#lib/secret-hash.ts';
import type { Caller, KeyCache } from './key-cache.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request under /v1. */
    caller: Caller;
    /** Set on every request under /admin/v1, as the audit trail names it: `operator` or `account:<id>`. */
    operatorActor: string;
  }
  interface FastifyContextConfig {
    /** Changes nothing although it is no GET (a preview): open to viewers, and to members of an inactive project. */
    viewerMay?: boolean;
  }
}

/** What a signed-in browser is told by. */
type BrowserRequest = { method: string; host: string; ip: string; headers: IncomingHttpHeaders };

/**
 * Who vouches for requests without a key: the dashboard's sessions, which this folder does not know. Undefined where no
 * signed-in browser asks; throws where one asks for what is not open to it. `cookie` is to be set with the answer.
 */
export type Browsers = {
  callerOf(
    request: BrowserRequest,
    projectId: string,
  ): Promise<{ caller: Caller; sessionId: string; cookie?: string } | undefined>;
  operatorOf(request: BrowserRequest): Promise<{ actor: string; cookie?: string } | undefined>;
};

/** Names the project that a signed-in browser speaks of; a key says so by itself. */
const PROJECT_HEADER = 'x-bellhop-project';

/** In the order of the contract: 401, 403, 429; and the rate limit's headers on all but the first. */
export function authenticateProject(keys: KeyCache, limit: RateLimit, browsers?: Browsers) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, subject } = await identify(request, reply, keys, browsers);
    request.caller = caller;

    const permit = await limit.take(subject, caller.requestsPerMinute);
    reply.header('x-ratelimit-limit', permit.limit);
    reply.header('x-ratelimit-remaining', permit.remaining);
    reply.header('x-ratelimit-reset', permit.resetsAt);

    refuseForbidden(request, caller);
    if (!permit.allowed) {
      throw new AppError(
        'rate_limit_project',
        `More than ${permit.limit} requests in a minute. Wait ${permit.retryAfter} s.`,
        {
          retryAfter: permit.retryAfter,
        },
      );
    }
  };
}

/** Whose requests are counted together: a project's, by whatever key, or those of one browser. */
type Identified = { caller: Caller; subject: string };

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: KeyCache,
  browsers: Browsers | undefined,
): Promise<Identified> {
  const projectId = request.headers[PROJECT_HEADER];
  // A header that says who calls is believed or refused; it never falls back to the cookie.
  if (request.headers.authorization === undefined && browsers !== undefined && typeof projectId === 'string') {
    const found = await browsers.callerOf(request, projectId);
    if (found === undefined) throw signedOut();
    if (found.cookie !== undefined) reply.header('set-cookie', found.cookie);
    return { caller: found.caller, subject: `session:${found.sessionId}` };
  }
  const caller = await keys.caller(bearerToken(request));
  if (caller === undefined) throw new AppError('invalid_api_key', 'This API key is unknown or was revoked.');
  return { caller, subject: `project:${caller.projectId}` };
}

function refuseForbidden(request: FastifyRequest, caller: Caller): void {
  const isRead = ['GET', 'HEAD'].includes(request.method) || request.routeOptions.config.viewerMay === true;
  // A key is for what a project does; people may look at one that is switched off.
  if (!caller.active && !(isRead && caller.actor.startsWith('account:'))) throw projectInactive();
  if (!isRead) requireChanger(caller);
}

/** For routes that only sometimes change something, and say so by `viewerMay`. */
export function requireChanger({ role, active }: Caller): void {
  if (!active) throw projectInactive();
  if (role === 'viewer')
    throw new AppError('forbidden', 'You can look at this project, but not change it. Ask its owner for another role.');
}

function projectInactive(): AppError {
  return new AppError('project_inactive', 'This project is switched off. Ask the operator to activate it.');
}

/** By ADMIN_TOKEN, where there is one, or by the session of an operator's account. */
export function authenticateOperator(adminToken: string | undefined, browsers?: Browsers) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.headers.authorization === undefined) {
      const found = await browsers?.operatorOf(request);
      if (found !== undefined) {
        if (found.cookie !== undefined) reply.header('set-cookie', found.cookie);
        request.operatorActor = found.actor;
        return;
      }
    }
    const given = bearerToken(request);
    if (adminToken === undefined || !sameSecret(given, adminToken))
      throw new AppError('invalid_api_key', 'This is not the ADMIN_TOKEN of this system.');
    request.operatorActor = 'operator';
  };
}

function bearerToken(request: FastifyRequest): string {
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthorized', 'Send the header "Authorization: Bearer <API key>".');
  return token;
}

function signedOut(): AppError {
  return new AppError('unauthorized', 'You are signed out. Sign in again.');
}
