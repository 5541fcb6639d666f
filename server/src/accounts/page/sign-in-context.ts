import type { IncomingHttpHeaders } from 'node:http';
import { type Assets, chooseLanguage, ERROR_CODES, type HttpServer, sendPage, toAppError } from '#http';
import type { AccountsOptions } from '../accounts-options.ts';
import { whereaboutsOf } from '../browser-session.ts';
import { type CookieKeeper, cookieKeeper } from '../cookies.ts';
import type { SigningIn } from '../sign-in.ts';
import { problemOf } from './page-problem.ts';
import { cardPage, cardPolicy } from './page-shell.ts';
import { pageTexts } from './page-texts.ts';

export const SIGN_IN_PATH = '/dashboard/sign-in';

type Asked = { method: string; host: string; ip: string; originalUrl: string; headers: IncomingHttpHeaders };

/** What the pages of signing in share. */
export type SignInContext = {
  options: AccountsOptions;
  assets: Assets;
  /** The one-time link that a browser has accepted and not yet used. */
  pendingLink: CookieKeeper;
  /** Cookies belong to a host: the same address on the one that everything else uses, where the browser is elsewhere. */
  onBaseUrl(asked: Asked): string | undefined;
  signingIn(asked: Asked): Promise<SigningIn>;
  /** Answers a person with a page, whatever was thrown. */
  sendProblem: HttpServer['errorHandler'];
};

export function createSignInContext(options: AccountsOptions, assets: Assets): SignInContext {
  const { baseUrl, sessions } = options;
  return {
    options,
    assets,
    pendingLink: cookieKeeper('bellhop_link', '/dashboard', baseUrl),
    onBaseUrl({ host, originalUrl }) {
      const base = new URL(baseUrl);
      const [path = '', search] = originalUrl.split('?', 2);
      const query = new URLSearchParams(search);
      // Once only: behind a proxy that names another host it would never end.
      if (host === base.host || query.has('here')) return undefined;
      query.set('here', '1');
      return `${base.origin}${path}?${query}`;
    },
    signingIn: async (asked) => ({
      where: whereaboutsOf(asked.ip, asked.headers['user-agent']),
      before: await sessions.visitorOf(asked),
    }),
    sendProblem(thrown, request, reply) {
      const error = toAppError(thrown);
      const { status } = ERROR_CODES[error.code];
      if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      const lang = chooseLanguage(undefined, request.headers['accept-language']);
      const texts = pageTexts(lang);
      const link = { href: SIGN_IN_PATH, text: texts.again };
      const html = cardPage(assets, { lang, ...texts.problems[problemOf(error)], link });
      return sendPage(reply, { html, policy: cardPolicy(baseUrl), status });
    },
  };
}
