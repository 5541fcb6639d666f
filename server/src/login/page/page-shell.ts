import { type Assets, contentSecurity, escapeHtml, type PageDocument, pageDocument, policyOrigin } from '#http';
import type { Project } from '#projects';
import { projectName } from '../login-prompt.ts';

export type Shell = Omit<PageDocument, 'styles'> & { project?: Project };

/** In the project's colour where it has one. */
export function pageShell(assets: Assets, { project, ...document }: Shell): string {
  const accent = project?.look.accent_color;
  const look = accent === undefined ? [] : [`/login/${project?.slug}/look.css?v=${accent.slice(1).toLowerCase()}`];
  return pageDocument(assets, { ...document, styles: look });
}

/** The project's logo, or the first letter of its name on its colour. */
export function siteMark(project: Project, baseUrl: string): string {
  const logo = logoOf(project, baseUrl);
  const [letter = ''] = projectName(project).trim();
  return logo === undefined
    ? `<span class="mark letter" aria-hidden="true">${escapeHtml(letter.toLocaleUpperCase())}</span>`
    : `<img class="mark" src="${escapeHtml(logo)}" alt="" width="64" height="64" referrerpolicy="no-referrer">`;
}

/** Forms may lead on to the website: browsers hold redirects after a form against the policy of its page. */
export function pagePolicy(baseUrl: string, page: { project?: Project; returnUrl?: string } = {}): string {
  const logo = page.project && logoOf(page.project, baseUrl);
  const sources = (...extra: (string | undefined)[]) =>
    ["'self'", ...extra.filter((one) => one !== undefined)].join(' ');
  return contentSecurity({
    'img-src': sources('data:', logo && policyOrigin(logo)),
    'connect-src': "'self'",
    'form-action': sources(page.returnUrl && policyOrigin(page.returnUrl)),
  });
}

/** An http logo on an https page would be blocked as mixed content, or upgraded and missed. */
function logoOf({ look }: Project, baseUrl: string): string | undefined {
  const url = look.logo_url;
  if (url === undefined || policyOrigin(url) === undefined) return undefined;
  return /^https:/i.test(url) || baseUrl.startsWith('http:') ? url : undefined;
}
