/** The document around every page that is one centred card: nothing inline, nothing from elsewhere. */
import type { Assets } from './assets.ts';
import { escapeHtml } from './escape-html.ts';

export type PageDocument = {
  lang: 'ru' | 'en';
  title: string;
  /** HTML, escaped by whoever made it. */
  card: string;
  /** Addresses of further style sheets. */
  styles?: string[];
  /** Names of assets. */
  scripts?: string[];
  /** Without a script the page asks for itself again after so many seconds. */
  refreshSeconds?: number;
};

export function pageDocument(assets: Assets, document: PageDocument): string {
  const { lang, title, card, styles = [], scripts = [], refreshSeconds } = document;
  const sheets = [assets.url('theme.css'), assets.url('login.css'), ...styles];
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
${sheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
${scripts.map((name) => `<script defer src="${assets.url(name)}"></script>`).join('\n')}
</head>
<body>
${card}
</body>
</html>
`;
}
