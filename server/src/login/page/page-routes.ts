import Type from 'typebox';
import { chooseLanguage, type HttpServer, readAssets, sendPage, TAGS } from '#http';
import { CHANNELS } from '#messengers';
import { textsIn } from '#texts';
import type { LoginOptions } from '../login-options.ts';
import { projectName } from '../login-prompt.ts';
import { type LoginSession, statusOf } from '../session.ts';
import type { SessionWatch } from '../session-watch.ts';
import { linksOf } from '../start-session.ts';
import { addressWithCode } from '../way-back.ts';
import { accentStyle } from './accent.ts';
import { findBrowserSession } from './browser-session.ts';
import { liveStatus } from './live-status.ts';
import { type LoginCard, loginCard } from './login-card.ts';
import { messengerLinks } from './messenger-link.ts';
import { createPageContext } from './page-context.ts';
import { pagePolicy, pageShell } from './page-shell.ts';
import { hasWish, readWish } from './page-wish.ts';
import { returnRoutes } from './return-routes.ts';
import { sessionRoutes } from './session-routes.ts';

const REFRESH_SECONDS = 3;
/** The longest form is a redirect_uri and a state, percent-encoded. */
const LARGEST_FORM = 32 * 1024;

/** The hosted login page, for people who do not want to build one. */
export async function loginPages(http: HttpServer, options: LoginOptions, watch: SessionWatch): Promise<void> {
  const { database, baseUrl, clock } = options;
  const assets = await readAssets();

  const context = createPageContext(options, watch, assets);

  await http.register(async (pages: HttpServer) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    showRoutes(pages);
    sessionRoutes(pages, context);
    returnRoutes(pages, context);
  });

  function showRoutes(pages: HttpServer): void {
    const common = { tags: [TAGS.pages], security: [] };

    pages.get(
      '/login/:slug',
      {
        errorHandler: context.sendProblem,
        schema: {
          ...common,
          operationId: 'showLoginPage',
          summary: 'The hosted login page',
          description: 'Loading it starts nothing. It ends at `<redirect_uri>?code=…&state=…`.',
          produces: ['text/html'],
          params: Type.Object({ slug: Type.String() }),
          querystring: Type.Object({
            redirect_uri: Type.Optional(
              Type.String({ description: 'One of the registered addresses; without it, the callback URL.' }),
            ),
            state: Type.Optional(Type.String({ description: 'Yours; comes back with the code.' })),
            lang: Type.Optional(Type.String({ description: '`ru` or `en`; without it, what the browser prefers.' })),
          }),
        },
      },
      async (request, reply) => {
        const project = await context.findSite(request.params.slug);
        const wish = readWish(project, request.query);
        const session = await findBrowserSession(database, project, request.headers.cookie);
        const mine = session !== undefined && hasWish(session, wish) ? session : undefined;
        const status = mine && statusOf(mine, clock.now());
        const target = mine && status === 'completed' ? addressWithCode(options, mine) : undefined;
        if (target !== undefined) return reply.redirect(target, 303);
        const lang = chooseLanguage(request.query.lang, request.headers['accept-language']);
        const card: LoginCard = {
          lang,
          project,
          wish,
          baseUrl,
          ...(await waysIn(status === 'pending' ? mine : undefined)),
          ...(status === 'declined' || status === 'expired' ? { ended: status } : {}),
        };
        const html = pageShell(assets, {
          lang,
          project,
          title: textsIn(lang).loginPage.title(projectName(project)),
          card: loginCard(card),
          scripts: ['login.js'],
          ...(card.live === undefined ? {} : { refreshSeconds: REFRESH_SECONDS }),
        });
        return sendPage(reply, { html, policy: pagePolicy(baseUrl, { project, returnUrl: wish.returnUrl }) });
      },
    );

    pages.get(
      '/login/:slug/look.css',
      {
        schema: {
          ...common,
          operationId: 'getLoginPageLook',
          summary: "The project's colour on the login page",
          produces: ['text/css'],
          params: Type.Object({ slug: Type.String() }),
        },
      },
      async (request, reply) => {
        const { look } = await context.findSite(request.params.slug);
        const style = look.accent_color === undefined ? '' : accentStyle(look.accent_color);
        // The address names the colour, so another colour has another address.
        return reply.header('cache-control', 'private, max-age=3600').type('text/css; charset=utf-8').send(style);
      },
    );
  }

  /** Which messengers there are; with a session also how to get there. Asking starts nothing. */
  async function waysIn(session: LoginSession | undefined): Promise<Pick<LoginCard, 'channels' | 'live'>> {
    const links = session === undefined ? await options.botLinks('login') : await linksOf(options, session);
    const channels = CHANNELS.filter((channel) => links[channel] !== null);
    if (session === undefined) return { channels };
    return { channels, live: { status: liveStatus(options, session), links: messengerLinks(links) } };
  }
}
