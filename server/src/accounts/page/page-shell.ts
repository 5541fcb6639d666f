/** The pages of signing in: the one card that the hosted login page has too. */
import { type Assets, contentSecurity, escapeHtml, pageDocument, policyOrigin } from '#http';
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
  const lines = [
    `<header><img class="mark" src="${assets.url('bell.svg')}" alt="" width="64" height="64"><h1>${escapeHtml(title)}</h1></header>`,
    `<p class="state">${escapeHtml(text)}</p>`,
    ...(button === undefined ? [] : [`<form method="post"><button>${escapeHtml(button)}</button></form>`]),
    ...(link === undefined
      ? []
      : [`<p class="note"><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`]),
    ...(note === undefined ? [] : [`<p class="note">${escapeHtml(note)}</p>`]),
  ];
  const body = `<main class="card message">\n${lines.join('\n')}\n</main>`;
  return pageDocument(assets, { lang, title, card: body });
}

/** Browsers hold the redirects after a form against the policy of its page, and those may lead to BASE_URL. */
export function cardPolicy(baseUrl: string): string {
  return contentSecurity({ 'form-action': ["'self'", policyOrigin(baseUrl)].filter(Boolean).join(' ') });
}
