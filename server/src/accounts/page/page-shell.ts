/** The document around every page of signing in: the one card that the hosted login page has too. */
import { type Assets, contentSecurity, escapeHtml, policyOrigin } from '#http';
import type { Lang } from '#messengers';

export type Card = {
  lang: Lang;
  title: string;
  text: string;
  /** A form that is sent to the page's own address. */
  button?: string;
  link?: { href: string; text: string };
  note?: string;
};

export function cardPage(assets: Assets, card: Card): string {
  const { lang, title, text, button, link, note } = card;
  const fonts = ['onest-latin.woff2', ...(lang === 'ru' ? ['onest-cyrillic.woff2'] : [])];
  const lines = [
    `<header><img class="mark" src="${assets.url('bell.svg')}" alt="" width="64" height="64"><h1>${escapeHtml(title)}</h1></header>`,
    `<p class="state">${escapeHtml(text)}</p>`,
    ...(button === undefined ? [] : [`<form method="post"><button>${escapeHtml(button)}</button></form>`]),
    ...(link === undefined
      ? []
      : [`<p class="note"><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`]),
    ...(note === undefined ? [] : [`<p class="note">${escapeHtml(note)}</p>`]),
  ];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${assets.url('bell.svg')}">
${fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${assets.url(font)}" crossorigin>`).join('\n')}
<link rel="stylesheet" href="${assets.url('theme.css')}">
<link rel="stylesheet" href="${assets.url('login.css')}">
</head>
<body>
<main class="card message">
${lines.join('\n')}
</main>
</body>
</html>
`;
}

/** Browsers hold the redirects after a form against the policy of its page, and those may lead to BASE_URL. */
export function cardPolicy(baseUrl: string): string {
  return contentSecurity({ 'form-action': ["'self'", policyOrigin(baseUrl)].filter(Boolean).join(' ') });
}
