import Type from 'typebox';
import { type HttpServer, NoContent } from '#http';
import { AppError } from '#lib/app-error.ts';
import { isUuid } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { listIdentities, renameAccount } from './account-store.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { endOtherSessions, endSession, listSessions } from './browser-session-store.ts';
import { listProjectsOf } from './member-store.ts';
import { teamProjectJson } from './team-json.ts';

/** An operator finds more by the operator API, which has pages and a search. */
const MOST_PROJECTS = 200;

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

/** Under /dashboard/api: who is signed in, and in which browsers. */
export function meRoutes(api: HttpServer, options: AccountsOptions): void {
  const { database, clock, sessions } = options;

  api.get('/me', { schema: { hide: true } }, async ({ visitor: { account } }) => {
    const [identities, projects, bots] = await Promise.all([
      listIdentities(database, account.id),
      listProjectsOf(database, account, { limit: MOST_PROJECTS }),
      options.bots(),
    ]);
    return {
      account: {
        id: account.id,
        name: account.name,
        is_operator: account.isOperator,
        identities: identities.map(({ channel, firstName, username }) => ({
          channel,
          first_name: firstName,
          username,
        })),
      },
      projects: projects.map(teamProjectJson),
      sandbox: options.sandbox,
      version: options.version,
      base_url: options.baseUrl,
      bots,
    };
  });

  api.patch('/me', { schema: { hide: true, body: Type.Object({ name: Name }) } }, async (request) => {
    const { account } = request.visitor;
    const { name } = request.body;
    await renameAccount(database, account.id, name);
    return { account: { id: account.id, name, is_operator: account.isOperator } };
  });

  api.get('/sessions', { schema: { hide: true } }, async ({ visitor }) => {
    const found = await listSessions(database, visitor.account.id, clock.now());
    return {
      sessions: found.map((session) => ({
        id: session.id,
        current: session.id === visitor.sessionId,
        created_at: timestamp(session.createdAt),
        last_seen_at: timestamp(session.lastSeenAt),
        ip: session.ip,
        user_agent: session.userAgent,
      })),
    };
  });

  api.delete(
    '/sessions/:id',
    { schema: { hide: true, params: Type.Object({ id: Type.String() }), response: { 204: NoContent } } },
    async (request, reply) => {
      const { id } = request.params;
      const { account, sessionId } = request.visitor;
      if (!isUuid(id) || !(await endSession(database, account.id, id)))
        throw new AppError('not_found', 'You have no such session.');
      if (id.toLowerCase() === sessionId) signedOut(reply);
      return reply.code(204).send(null);
    },
  );

  api.post('/sign-out', { schema: { hide: true, response: { 204: NoContent } } }, async (request, reply) => {
    const { account, sessionId } = request.visitor;
    await endSession(database, account.id, sessionId);
    signedOut(reply);
    return reply.code(204).send(null);
  });

  api.post('/sign-out-others', { schema: { hide: true } }, async ({ visitor }) => ({
    signed_out: await endOtherSessions(database, visitor.account.id, visitor.sessionId),
  }));

  /** In place of whatever the request's own rotation would have set. */
  function signedOut(reply: {
    removeHeader(name: string): unknown;
    header(name: string, value: string): unknown;
  }): void {
    reply.removeHeader('set-cookie');
    reply.header('set-cookie', sessions.signedOutCookie());
  }
}
