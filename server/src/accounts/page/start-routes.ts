import Type from 'typebox';
import { chooseLanguage, type HttpServer, isSameOrigin, sendPage } from '#http';
import type { Lang } from '#messengers';
import { findProject } from '#projects';
import { findFirstOperator } from '../account-store.ts';
import { type OneTimeLink, stateOf, tokenHash } from '../one-time-link.ts';
import { findLink } from '../one-time-link-store.ts';
import { signInOperator } from '../sign-in.ts';
import { refusal, SignInProblem } from './page-problem.ts';
import { cardPage, cardPolicy } from './page-shell.ts';
import { pageTexts } from './page-texts.ts';
import { SIGN_IN_PATH, type SignInContext } from './sign-in-context.ts';
import { STATE_SECONDS } from './sign-in-state.ts';

const Token = Type.Object({ token: Type.String() });

/** One-time links. To look at one changes nothing: messengers and mail open links to show what is behind them. */
export function startRoutes(pages: HttpServer, context: SignInContext): void {
  const { options, assets, pendingLink, sendProblem } = context;
  const { database, clock, baseUrl } = options;

  pages.get(
    '/dashboard/start/:token',
    { errorHandler: sendProblem, schema: { hide: true, params: Token } },
    async (request, reply) => {
      const elsewhere = context.onBaseUrl(request);
      if (elsewhere !== undefined) return reply.redirect(elsewhere, 303);
      const link = await openLink(request.params.token);
      const lang = chooseLanguage(undefined, request.headers['accept-language']);
      const html = cardPage(assets, { lang, ...(await describe(link, lang)), note: pageTexts(lang).notYou });
      // Without a referrer a browser on plain http would send its form with "Origin: null".
      reply.header('referrer-policy', 'strict-origin');
      return sendPage(reply, { html, policy: cardPolicy(baseUrl) });
    },
  );

  pages.post(
    '/dashboard/start/:token',
    { errorHandler: sendProblem, schema: { hide: true, params: Token } },
    async (request, reply) => {
      if (!isSameOrigin(request.headers, request.host)) throw new SignInProblem('foreign');
      const { token } = request.params;
      const link = await openLink(token);
      if (link.purpose !== 'operator') {
        reply.header('set-cookie', pendingLink.set(token, STATE_SECONDS));
        return reply.redirect(SIGN_IN_PATH, 303);
      }
      const result = await signInOperator(options, token, await context.signingIn(request));
      if (result.outcome === 'refused') throw refusal(result);
      return reply.header('set-cookie', result.cookie).redirect('/dashboard', 303);
    },
  );

  async function openLink(token: string): Promise<OneTimeLink> {
    const hash = tokenHash(token);
    const link = hash && (await findLink(database, hash));
    if (link === undefined) throw refusal({ reason: 'unknown' });
    const state = stateOf(link, clock.now());
    if (state !== 'open') throw refusal({ reason: state });
    if (link.purpose === 'setup' && (await findFirstOperator(database)) !== undefined)
      throw refusal({ reason: 'used' });
    return link;
  }

  async function describe(link: OneTimeLink, lang: Lang): Promise<{ title: string; text: string; button: string }> {
    const texts = pageTexts(lang);
    if (link.purpose !== 'invite') return texts[link.purpose];
    const project = await findProject(database, link.projectId);
    if (project === undefined) throw refusal({ reason: 'unknown' });
    const { title, text, button } = texts.invite;
    return { title: title(project.look.display_name ?? project.name), text: text(link.role), button };
  }
}
