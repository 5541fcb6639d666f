import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { sameSecret } from '#lib/secret-hash.ts';
import type { Caller, KeyCache } from './key-cache.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request under /v1. */
    caller: Caller;
  }
}

/** In the order of the contract: 401, 403, 429; and the rate limit's headers on all but the first. */
export function authenticateProject(keys: KeyCache, limit: RateLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await keys.caller(bearerToken(request));
    if (caller === undefined) throw new AppError('invalid_api_key', 'This API key is unknown or was revoked.');
    request.caller = caller;

    const permit = await limit.take(`project:${caller.projectId}`, caller.requestsPerMinute);
    reply.header('x-ratelimit-limit', permit.limit);
    reply.header('x-ratelimit-remaining', permit.remaining);
    reply.header('x-ratelimit-reset', permit.resetsAt);

    if (!caller.active)
      throw new AppError('project_inactive', 'This project is switched off. Ask the operator to activate it.');
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

export function authenticateOperator(adminToken: string) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!sameSecret(bearerToken(request), adminToken))
      throw new AppError('invalid_api_key', 'This is not the ADMIN_TOKEN of this system.');
  };
}

function bearerToken(request: FastifyRequest): string {
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthorized', 'Send the header "Authorization: Bearer <API key>".');
  return token;
}
