import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from '#http';
import { AppError } from '#lib/app-error.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { REQUESTS_PER_MINUTE } from './browser-session.ts';
import type { Visitor } from './browser-sessions.ts';
import { keyRoutes } from './key-routes.ts';
import { meRoutes } from './me-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { ownProjectRoutes } from './own-project-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request under /dashboard/api. */
    visitor: Visitor;
  }
}

/** What only the dashboard needs: everything else it calls as anybody does, under /v1. */
export async function dashboardApi(http: HttpServer, options: AccountsOptions): Promise<void> {
  await http.register(
    async (api: HttpServer) => {
      api.addHook('onRequest', authenticateVisitor(options));
      meRoutes(api, options);
      ownProjectRoutes(api, options);
      keyRoutes(api, options);
      memberRoutes(api, options);
    },
    { prefix: '/dashboard/api' },
  );
}

/** Counted together with what the same browser calls under /v1. */
function authenticateVisitor({ sessions, limit }: AccountsOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visitor = await sessions.visitorOf(request);
    if (visitor === undefined) throw new AppError('unauthorized', 'You are signed out. Sign in again.');
    request.visitor = visitor;
    if (visitor.cookie !== undefined) reply.header('set-cookie', visitor.cookie);
    const permit = await limit.take(`session:${visitor.sessionId}`, REQUESTS_PER_MINUTE);
    reply.header('x-ratelimit-limit', permit.limit);
    reply.header('x-ratelimit-remaining', permit.remaining);
    reply.header('x-ratelimit-reset', permit.resetsAt);
    if (!permit.allowed) {
      const { retryAfter } = permit;
      throw new AppError('rate_limit_project', `Too many requests from this browser. Wait ${retryAfter} s.`, {
        retryAfter,
      });
    }
  };
}
