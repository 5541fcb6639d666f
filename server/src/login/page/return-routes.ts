import Type from 'typebox';
import { chooseLanguage, type HttpServer, isSameOrigin, sendPage, TAGS } from '#http';
import type { Project } from '#projects';
import { findSubscriber } from '#subscribers';
import { textsIn } from '#texts';
import { type LoginSession, statusOf } from '../session.ts';
import { findSession } from '../session-store.ts';
import { readSessionToken } from '../session-token.ts';
import { addressWithCode } from '../way-back.ts';
import { findBrowserSession } from './browser-session.ts';
import { continueCard } from './message-card.ts';
import type { PageContext } from './page-context.ts';
import { PageProblem } from './page-problem.ts';
import { pagePolicy, pageShell } from './page-shell.ts';

const common = { tags: [TAGS.pages], security: [], produces: ['text/html'] };
const ContinueParams = Type.Object({ slug: Type.String(), token: Type.String() });

/** The ways back from the messenger. A link carries no code; the code is added on the way to the website. */
export function returnRoutes(pages: HttpServer, context: PageContext): void {
  const { options, assets, findSite, sendProblem } = context;
  const { database, masterKey, clock, baseUrl } = options;

  pages.get(
    '/login/:slug/continue/:token',
    {
      errorHandler: sendProblem,
      schema: {
        ...common,
        operationId: 'continuePageLogin',
        summary: 'Back from the messenger to the hosted page',
        description: 'Leads on in the browser that started the login; any other is asked first.',
        params: ContinueParams,
      },
    },
    async (request, reply) => {
      const { project, session, target } = await readLink(request.params);
      const mine = await findBrowserSession(database, project, request.headers.cookie);
      if (mine?.id === session.id) return reply.redirect(target, 303);
      const person = session.subscriberId === null ? undefined : await findSubscriber(database, session.subscriberId);
      if (person === undefined) throw new PageProblem('deadLink');
      const lang = chooseLanguage(undefined, request.headers['accept-language']);
      const { firstName } = person;
      const html = pageShell(assets, {
        lang,
        project,
        title: textsIn(lang).loginPage.continueAs(firstName),
        card: continueCard(lang, { project, firstName, baseUrl }),
      });
      return sendPage(reply, { html, policy: pagePolicy(baseUrl, { project, returnUrl: target }) });
    },
  );

  pages.post(
    '/login/:slug/continue/:token',
    {
      errorHandler: sendProblem,
      schema: {
        ...common,
        operationId: 'confirmContinuePageLogin',
        summary: 'Continue a login in a browser that did not start it',
        params: ContinueParams,
      },
    },
    async (request, reply) => {
      if (!isSameOrigin(request.headers, request.host, baseUrl)) throw new PageProblem('foreign');
      const { target } = await readLink(request.params);
      return reply.redirect(target, 303);
    },
  );

  pages.get(
    '/login/return/:token',
    {
      errorHandler: sendProblem,
      schema: {
        ...common,
        operationId: 'returnFromMessenger',
        summary: 'Back from the messenger to the website',
        description: 'Where a messenger does not take the address of the website itself.',
        params: Type.Object({ token: Type.String() }),
      },
    },
    async (request, reply) => {
      const id = readSessionToken(masterKey, 'return', request.params.token);
      const session = id === undefined ? undefined : await findSession(database, id);
      if (session === undefined || session.kind === 'page') throw new PageProblem('deadLink');
      return reply.redirect(targetOf(session), 303);
    },
  );

  async function readLink(params: {
    slug: string;
    token: string;
  }): Promise<{ project: Project; session: LoginSession; target: string }> {
    const project = await findSite(params.slug);
    const id = readSessionToken(masterKey, 'continue', params.token);
    const session = id === undefined ? undefined : await findSession(database, id);
    if (session?.kind !== 'page' || session.projectId !== project.id) throw new PageProblem('deadLink');
    return { project, session, target: targetOf(session) };
  }

  function targetOf(session: LoginSession): string {
    const status = statusOf(session, clock.now());
    if (status === 'verified') throw new PageProblem('finished');
    const target = status === 'completed' ? addressWithCode(options, session) : undefined;
    if (target === undefined) throw new PageProblem('outdatedLink');
    return target;
  }
}
