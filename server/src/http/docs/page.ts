/** The shell of every page: head, header with the mark, skip link, content. Nothing inline, so the policy can be strict. */
import type { Assets } from '../pages/assets.ts';
import { escapeHtml } from '../pages/escape-html.ts';

const SECTIONS = [
  { id: 'guide', title: 'Guide', href: '/docs/guide' },
  { id: 'api', title: 'API', href: '/docs' },
  { id: 'events', title: 'Events', href: '/docs/events' },
  { id: 'errors', title: 'Errors', href: '/docs/errors' },
] as const;

type Section = (typeof SECTIONS)[number]['id'];

export type Page = {
  title: string;
  description: string;
  /** Of <body>; chooses the layout. */
  layout: 'article' | 'reference';
  section: Section;
  version: string;
  /** HTML: whatever is dynamic in it has been escaped. */
  body: string;
  styles?: string[];
  scripts?: string[];
};

export function page(
  assets: Pick<Assets, 'url'>,
  { title, description, layout, section, version, body, styles = [], scripts = [] }: Page,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Bellhop</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbf8f4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171113" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="${assets.url('bell.svg')}">
<link rel="preload" as="font" type="font/woff2" href="${assets.url('onest-latin.woff2')}" crossorigin>
${['theme.css', 'docs.css', ...styles].map((name) => `<link rel="stylesheet" href="${assets.url(name)}">`).join('\n')}
${scripts.map((name) => `<script defer src="${name.startsWith('/') ? name : assets.url(name)}"></script>`).join('\n')}
</head>
<body class="${layout}">
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs/guide"><img src="${assets.url('bell.svg')}" alt="" width="28" height="28"><span>Bellhop</span><small>${escapeHtml(version)}</small></a>
<nav aria-label="Documentation">${SECTIONS.map((one) => navigationLink(one, one.id === section)).join('')}</nav>
</header>
${body}
</body>
</html>
`;
}

function navigationLink({ title, href }: (typeof SECTIONS)[number], here: boolean): string {
  return `<a href="${href}"${here ? ' aria-current="page"' : ''}>${title}</a>`;
}
