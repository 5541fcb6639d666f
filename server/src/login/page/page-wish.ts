import type { Project } from '#projects';
import { returnUrlOf } from '../login-routes.ts';
import type { LoginSession } from '../session.ts';
import { PageProblem } from './page-problem.ts';

/** What the website asks of the page: where to go afterwards, and what to say there. */
export type PageWish = { returnUrl: string; state: string | null };

const LONGEST_STATE = 512;

export function readWish(project: Project, asked: { redirect_uri?: string; state?: string }): PageWish {
  const returnUrl = returnUrlOf(project, asked.redirect_uri);
  if (returnUrl === null) throw new PageProblem('noReturn');
  const { state = null } = asked;
  if (state !== null && !isState(state)) throw new PageProblem('badState');
  return { returnUrl, state };
}

/** 1 to 512 printable characters. */
function isState(text: string): boolean {
  return text !== '' && [...text].length <= LONGEST_STATE && !/\p{Cc}/u.test(text);
}

export function hasWish(session: LoginSession, wish: PageWish): boolean {
  return session.returnUrl === wish.returnUrl && session.state === wish.state;
}
