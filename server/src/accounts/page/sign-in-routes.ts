import Type from 'typebox';
import { type HttpServer, readAssets } from '#http';
import type { AccountsOptions } from '../accounts-options.ts';
import { cookieKeeper } from '../cookies.ts';
import { callbackUrl, DASHBOARD_SLUG } from '../dashboard-project.ts';
import { ownPath } from '../own-path.ts';
import { signIn } from '../sign-in.ts';
import { refusal, SignInProblem } from './page-problem.ts';
import { createSignInContext, SIGN_IN_PATH } from './sign-in-context.ts';
import { isStateOf, makeState, readState, STATE_SECONDS, writeState } from './sign-in-state.ts';
import { startRoutes } from './start-routes.ts';

/** No form here carries more than nothing. */
const LARGEST_FORM = 1024;

/** Signing in to the dashboard, which is a login of its own project, and the one-time links that make accounts. */
export async function signInPages(http: HttpServer, options: AccountsOptions): Promise<void> {
  const { baseUrl, sessions } = options;
  const context = createSignInContext(options, await readAssets());
  const { pendingLink, sendProblem } = context;
  const stateCookie = cookieKeeper('bellhop_sign_in', '/dashboard', baseUrl);

  await http.register(async (pages: HttpServer) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      (_request, _text, done) => done(null, {}),
    );
    startRoutes(pages, context);

    pages.get(
      SIGN_IN_PATH,
      {
        errorHandler: sendProblem,
        schema: {
          hide: true,
          querystring: Type.Object({ next: Type.Optional(Type.String()), here: Type.Optional(Type.String()) }),
        },
      },
      async (request, reply) => {
        const elsewhere = context.onBaseUrl(request);
        if (elsewhere !== undefined) return reply.redirect(elsewhere, 303);
        const { cookie } = request.headers;
        const next = ownPath(request.query.next, baseUrl);
        const visitor = await sessions.visitorOf(request);
        if (visitor?.cookie !== undefined) reply.header('set-cookie', visitor.cookie);
        if (visitor !== undefined && pendingLink.read(cookie) === undefined) return reply.redirect(next, 303);
        const state = makeState(next, readState(stateCookie.read(cookie), baseUrl));
        reply.header('set-cookie', stateCookie.set(writeState(state), STATE_SECONDS));
        const query = new URLSearchParams({ state: state.state, redirect_uri: callbackUrl(baseUrl) });
        return reply.redirect(`/login/${DASHBOARD_SLUG}?${query}`, 303);
      },
    );

    pages.get(
      '/dashboard/callback',
      {
        errorHandler: sendProblem,
        // It consumes the code: whoever only looks must not.
        exposeHeadRoute: false,
        schema: {
          hide: true,
          querystring: Type.Object({ code: Type.Optional(Type.String()), state: Type.Optional(Type.String()) }),
        },
      },
      async (request, reply) => {
        const { code, state: given } = request.query;
        const { cookie } = request.headers;
        const browser = await context.signingIn(request);
        const state = readState(stateCookie.read(cookie), baseUrl);
        if (code === undefined || !isStateOf(state, given)) {
          // A reload of the last step, by somebody who is in.
          if (browser.before !== undefined) return reply.redirect('/dashboard', 303);
          throw new SignInProblem('stale');
        }
        reply.header('set-cookie', stateCookie.clear());
        const person = await options.verifyCode(code);
        const link = pendingLink.read(cookie);
        if (link !== undefined) reply.header('set-cookie', pendingLink.clear());
        const result = await signIn(options, person, link, browser);
        if (result.outcome === 'refused') throw refusal(result);
        reply.header('set-cookie', result.cookie);
        return reply.redirect(state.next, 303);
      },
    );
  });
}
