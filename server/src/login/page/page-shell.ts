/** The document around every page of a login: one centred card, nothing inline, nothing else. */
import { type Assets, contentSecurity, escapeHtml, policyOrigin } from '#http';
import type { Lang } from '#messengers';
import type { Project } from '#projects';
import { projectName } from '../login-prompt.ts';

export type Shell = {
  lang: Lang;
  title: string;
  /** HTML, escaped by whoever made it. */
  card: string;
  project?: Project;
  /** Without a script the page asks for itself again after so many seconds. */
  refreshSeconds?: number;
  scripts?: string[];
};

export function pageShell(assets: Assets, shell: Shell): string {
  const { lang, title, card, project, refreshSeconds, scripts = [] } = shell;
  const accent = project?.look.accent_color;
  const look = accent === undefined ? [] : [`/login/${project?.slug}/look.css?v=${accent.slice(1).toLowerCase()}`];
  const styles = [assets.url('theme.css'), assets.url('login.css'), ...look];
  const fonts = ['onest-latin.woff2', ...(lang === 'ru' ? ['onest-cyrillic.woff2'] : [])];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbf8f4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171113" media="(prefers-color-scheme: dark)">
${refreshSeconds === undefined ? '' : `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
<link rel="icon" type="image/svg+xml" href="${assets.url('bell.svg')}">
${fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${assets.url(font)}" crossorigin>`).join('\n')}
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
${scripts.map((name) => `<script defer src="${assets.url(name)}"></script>`).join('\n')}
</head>
<body>
${card}
</body>
</html>
`;
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
