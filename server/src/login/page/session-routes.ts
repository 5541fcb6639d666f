import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { answers, chooseLanguage, type HttpServer, isSameOrigin, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import type { LoginSession } from '../session.ts';
import { linksOf } from '../start-session.ts';
import { findBrowserSession } from './browser-session.ts';
import { followSession } from './follow-session.ts';
import { LiveStatus, liveStatus } from './live-status.ts';
import { MessengerLink, messengerLinks } from './messenger-link.ts';
import type { PageContext } from './page-context.ts';
import { PageProblem } from './page-problem.ts';
import { readWish } from './page-wish.ts';
import { startPageSession, type Visitor } from './start-page-session.ts';

const common = { tags: [TAGS.pages], security: [] };
const Slug = Type.Object({ slug: Type.String() });
const StartedJson = Type.Intersect([LiveStatus, Type.Object({ links: Type.Array(MessengerLink) })]);

/** What the page itself calls; the session is the one of the browser's cookie, never named in an address. */
export function sessionRoutes(pages: HttpServer, { options, watch, findSite, sendProblem }: PageContext): void {
  pages.post(
    '/login/:slug/sessions',
    {
      // A form was sent by a person, everything else by the script.
      errorHandler(thrown, request, reply) {
        if (!isForm(request)) throw thrown;
        return sendProblem(thrown, request, reply);
      },
      schema: {
        ...common,
        operationId: 'startPageLogin',
        summary: 'Start a login on the hosted page',
        description:
          'For the page itself: requests from elsewhere are refused. A form is answered by going back to it.',
        params: Slug,
        body: Type.Object({
          redirect_uri: Type.Optional(Type.String({ maxLength: 2048 })),
          state: Type.Optional(Type.String()),
          lang: Type.Optional(Type.String()),
          device: Type.Optional(Type.Enum(['phone', 'desktop'])),
          again: Type.Optional(Type.Literal('yes', { description: 'Give up the session that waits.' })),
        }),
        response: answers({ 201: StartedJson, 303: Type.Null({ description: 'Back to the page.' }) }, [
          'validation_failed',
          'invalid_url',
          'billing_blocked',
          'forbidden',
          'project_inactive',
          'not_found',
          'rate_limit_project',
          'internal_error',
          'platform_busy',
          'service_unavailable',
        ]),
      },
    },
    async (request, reply) => {
      if (!isSameOrigin(request.headers, request.host, options.baseUrl)) throw new PageProblem('foreign');
      const { slug } = request.params;
      const { redirect_uri, state, device, again } = request.body;
      const project = await findSite(slug);
      const wish = readWish(project, request.body);
      const visitor = visitorOf(request, device, request.body.lang);
      const { session, cookie } = await startPageSession(options, project, wish, visitor, again === 'yes');
      if (cookie !== undefined) reply.header('set-cookie', cookie);
      if (isForm(request)) return backToPage(reply, slug, { redirect_uri, state, lang: visitor.lang });
      const links = messengerLinks(await linksOf(options, session));
      return reply.code(201).send({ ...liveStatus(options, session), links });
    },
  );

  pages.get(
    '/login/:slug/status',
    {
      schema: {
        ...common,
        operationId: 'getPageLoginStatus',
        summary: 'The login of this browser',
        params: Slug,
        response: answers({ 200: LiveStatus }, [
          'not_found',
          'project_inactive',
          'internal_error',
          'service_unavailable',
        ]),
      },
    },
    async (request) => liveStatus(options, await browserSession(request, request.params.slug)),
  );

  pages.get(
    '/login/:slug/events',
    {
      // A HEAD would wait for the end of the login.
      exposeHeadRoute: false,
      schema: {
        ...common,
        operationId: 'followPageLogin',
        summary: 'The login of this browser, as it happens',
        description: 'Server-sent events; each is the status as JSON.',
        produces: ['text/event-stream'],
        params: Slug,
      },
    },
    async (request, reply) => {
      const session = await browserSession(request, request.params.slug);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      // Proxies must pass each event on as it comes.
      reply.header('x-accel-buffering', 'no');
      return reply
        .type('text/event-stream; charset=utf-8')
        .send(Readable.from(followSession(options, watch, session, gone.signal)));
    },
  );

  async function browserSession(request: FastifyRequest, slug: string): Promise<LoginSession> {
    const session = await findBrowserSession(options.database, await findSite(slug), request.headers.cookie);
    if (session === undefined) throw new AppError('not_found', 'This browser has no login here.');
    return session;
  }
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

function visitorOf(request: FastifyRequest, device: Visitor['device'] | undefined, lang: string | undefined): Visitor {
  const agent = request.headers['user-agent'] ?? null;
  const { cookie } = request.headers;
  return {
    ip: request.ip,
    agent,
    lang: chooseLanguage(lang, request.headers['accept-language']),
    device: device ?? (/Mobi/.test(agent ?? '') ? 'phone' : 'desktop'),
    ...(cookie === undefined ? {} : { cookies: cookie }),
  };
}

function backToPage(reply: FastifyReply, slug: string, query: Record<string, string | undefined>): FastifyReply {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return reply.redirect(`/login/${slug}?${new URLSearchParams(given)}`, 303);
}
