import { type Assets, chooseLanguage, ERROR_CODES, type HttpServer, sendPage, toAppError } from '#http';
import { findProjectBySlug, type Project } from '#projects';
import { textsIn } from '#texts';
import type { LoginOptions } from '../login-options.ts';
import type { SessionWatch } from '../session-watch.ts';
import { problemCard } from './message-card.ts';
import { PageProblem, problemOf } from './page-problem.ts';
import { pagePolicy, pageShell } from './page-shell.ts';

/** What the routes of the page share. */
export type PageContext = {
  options: LoginOptions;
  watch: SessionWatch;
  assets: Assets;
  /** Of that slug and active; else a problem to be shown. */
  findSite(slug: string): Promise<Project>;
  /** Answers a person with a page, whatever was thrown. */
  sendProblem: HttpServer['errorHandler'];
};

export function createPageContext(options: LoginOptions, watch: SessionWatch, assets: Assets): PageContext {
  const { database, baseUrl } = options;
  return {
    options,
    watch,
    assets,
    async findSite(slug) {
      const project = await findProjectBySlug(database, slug);
      if (project === undefined) throw new PageProblem('unknownSite');
      if (project.status !== 'active') throw new PageProblem('inactive');
      return project;
    },
    sendProblem(thrown, request, reply) {
      const error = toAppError(thrown);
      const { status } = ERROR_CODES[error.code];
      if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      const lang = chooseLanguage(undefined, request.headers['accept-language']);
      const problem = problemOf(error);
      const { title } = textsIn(lang).loginPage.problems[problem];
      const html = pageShell(assets, { lang, title, card: problemCard(assets, lang, problem) });
      return sendPage(reply, { html, policy: pagePolicy(baseUrl), status });
    },
  };
}
