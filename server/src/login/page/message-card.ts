/** Cards that say one thing: why there is no login, or whom one would continue as. */
import { type Assets, escapeHtml } from '#http';
import type { Lang } from '#messengers';
import type { Project } from '#projects';
import { textsIn } from '#texts';
import { projectName } from '../login-prompt.ts';
import type { Problem } from './page-problem.ts';
import { siteMark } from './page-shell.ts';

export function problemCard(assets: Assets, lang: Lang, problem: Problem): string {
  const texts = textsIn(lang).loginPage;
  const { title, text, developer } = texts.problems[problem];
  const note =
    developer === ''
      ? ''
      : `<aside class="developer"><h2>${escapeHtml(texts.forDevelopers)}</h2><p>${escapeHtml(developer)}</p></aside>`;
  return `<main class="card message">
<header><img class="mark" src="${assets.url('bell.svg')}" alt="" width="64" height="64"><h1>${escapeHtml(title)}</h1></header>
<p class="state">${escapeHtml(text)}</p>
${note}
</main>`;
}

export function continueCard(
  lang: Lang,
  { project, firstName, baseUrl }: { project: Project; firstName: string; baseUrl: string },
): string {
  const texts = textsIn(lang).loginPage;
  return `<main class="card message">
<header>${siteMark(project, baseUrl)}<h1>${escapeHtml(texts.continueAs(firstName))}</h1></header>
<p class="state">${escapeHtml(texts.continueWhy(projectName(project)))}</p>
<form class="continue" method="post"><button>${escapeHtml(texts.continueYes(firstName))}</button></form>
<p class="note">${escapeHtml(texts.continueNo)}</p>
</main>`;
}
