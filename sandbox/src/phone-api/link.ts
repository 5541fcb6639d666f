import type { Channel } from '../world/person.ts';

export type BotLink =
  | { readonly outcome: 'link'; readonly channel: Channel; readonly bot: string; readonly payload: string }
  | { readonly outcome: 'invalid'; readonly reason: string };

const hosts: Readonly<Record<string, Channel>> = {
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'max.ru': 'max',
};
const telegramPayload = /^[A-Za-z0-9_-]{0,64}$/;

/** Reads a bot link in any of its spellings: the real ones, `tg://`, and this sandbox's own. */
export function readLink(link: string): BotLink {
  const text = link.trim();
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return invalid('this is not a link');
  const url = new URL(withScheme);
  const payload = url.searchParams.get('start') ?? '';
  const [host, bot, ...rest] = partsOf(url);
  const channel = hosts[host?.toLowerCase() ?? ''];
  if (!channel || !bot || rest.length > 0) return invalid('this is not a link to a bot of Telegram or MAX');
  if (channel === 'telegram' && !telegramPayload.test(payload)) {
    return invalid('Telegram takes at most 64 characters of A-Z, a-z, 0-9, _ and - as start');
  }
  return { outcome: 'link', channel, bot, payload };
}

function partsOf(url: URL): string[] {
  const path = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (url.protocol === 'tg:') return url.host === 'resolve' ? ['t.me', url.searchParams.get('domain') ?? ''] : [];
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return [];
  const ownLink = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return ownLink ? path : [url.hostname, ...path];
}

const invalid = (reason: string): BotLink => ({ outcome: 'invalid', reason });
