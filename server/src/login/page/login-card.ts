import { escapeHtml } from '#http';
import type { Channel, Lang } from '#messengers';
import type { Project } from '#projects';
import { textsIn } from '#texts';
import { projectName } from '../login-prompt.ts';
import type { LiveStatus } from './live-status.ts';
import { MESSENGER_ICONS } from './messenger-icons.ts';
import { MESSENGER_NAMES, type MessengerLink } from './messenger-link.ts';
import { siteMark } from './page-shell.ts';
import type { PageWish } from './page-wish.ts';

export type LoginCard = {
  lang: Lang;
  project: Project;
  wish: PageWish;
  channels: Channel[];
  baseUrl: string;
  /** The session that this browser has already, with its ways into the messengers. */
  live?: { status: LiveStatus; links: MessengerLink[] };
  /** How the last one ended, for those without a script. */
  ended?: 'declined' | 'expired';
};

/** What the card shows; login.css hides the rest, so that script and server change one attribute. */
type View = 'starting' | 'waiting' | 'opened' | 'unavailable';

const TICK =
  '<svg class="tick" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="10.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="m7.2 12.4 3.3 3.3 6.4-7" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** Everything that the card can show, in one document: the script fills in and switches, and knows no words. */
export function loginCard(card: LoginCard): string {
  const { lang, project, channels, live } = card;
  const texts = textsIn(lang).loginPage;
  const view = viewOf(card);
  const device = live === undefined ? '' : live.status.number === undefined ? 'phone' : 'desktop';
  const data = { base: `/login/${project.slug}`, lang, wish: wishFields(card.wish), live: live?.status ?? null };
  return `<main class="card" id="login" data-view="${view}" data-device="${device}" data-page="${json(data)}" data-words="${json(words(card))}">
<header>${siteMark(project, card.baseUrl)}<h1>${escapeHtml(texts.title(projectName(project)))}</h1></header>
<p class="state" role="status" tabindex="-1">${escapeHtml(stateOf(card, view))}</p>
<section class="scan">
${channels.length < 2 ? '' : channelSwitch(card)}
${channels.map((channel, index) => scanPanel(card, channel, index === 0)).join('\n')}
</section>
<p class="number" aria-label="${escapeHtml(texts.number)}">${live?.status.number ?? ''}</p>
<nav class="ways">${channels.map((channel) => wayButton(card, channel)).join('')}</nav>
${TICK}
<p class="time">${escapeHtml(texts.timeLeft('')).trim()} <time>${live === undefined ? '' : clockTime(live.status.expires_in)}</time></p>
${againForm(card)}
${view === 'starting' ? startForm(card) : ''}
</main>`;
}

function viewOf({ channels, live }: LoginCard): View {
  if (live !== undefined) return live.status.opened ? 'opened' : 'waiting';
  return channels.length === 0 ? 'unavailable' : 'starting';
}

function stateOf({ lang, project, live }: LoginCard, view: View): string {
  const texts = textsIn(lang).loginPage;
  if (view === 'unavailable') return texts.unavailable(projectName(project));
  // The script says what happens next; without it nothing does until the person starts.
  if (live === undefined) return '';
  const { status } = live;
  if (status.opened && status.channel !== undefined) {
    const messenger = MESSENGER_NAMES[status.channel];
    return status.number === undefined ? texts.confirmIn(messenger) : texts.tapNumber(messenger);
  }
  return status.number === undefined ? texts.choose : texts.scan;
}

/** For the script; what it fills in itself stands in braces. */
function words({ lang, project }: LoginCard): Record<string, string> {
  const texts = textsIn(lang).loginPage;
  const name = projectName(project);
  return {
    starting: texts.starting,
    scan: texts.scan,
    choose: texts.choose,
    tapNumber: texts.tapNumber('{messenger}'),
    confirmIn: texts.confirmIn('{messenger}'),
    completed: texts.completed(name),
    finished: texts.finished,
    declined: texts.declined,
    expired: texts.expired,
    unavailable: texts.unavailable(name),
    tooMany: texts.tooMany('{wait}'),
    offline: texts.offline,
    elsewhere: texts.elsewhere,
    minutes: texts.minutes('{count}'),
    seconds: texts.seconds('{count}'),
    ...MESSENGER_NAMES,
  };
}

function channelSwitch({ lang, channels }: LoginCard): string {
  const options = channels.map(
    (channel, index) =>
      `<label><input type="radio" name="channel" value="${channel}"${index === 0 ? ' checked' : ''}><span>${MESSENGER_NAMES[channel]}</span></label>`,
  );
  return `<fieldset class="switch"><legend>${escapeHtml(textsIn(lang).loginPage.messenger)}</legend>${options.join('')}</fieldset>`;
}

function scanPanel(card: LoginCard, channel: Channel, first: boolean): string {
  const texts = textsIn(card.lang).loginPage;
  const found = card.live?.links.find((one) => one.channel === channel);
  const name = MESSENGER_NAMES[channel];
  return `<div class="panel" data-channel="${channel}"${first ? ' data-first' : ''}>
<span class="qr"><img alt="${escapeHtml(texts.qr(name))}" width="280" height="280"${found === undefined ? ' hidden' : ` src="${found.qr}"`}></span>
<a class="here" ${address(found)} target="_blank" rel="noopener noreferrer">${escapeHtml(texts.openHere(name))}</a>
</div>`;
}

function wayButton(card: LoginCard, channel: Channel): string {
  const found = card.live?.links.find((one) => one.channel === channel);
  const label = escapeHtml(textsIn(card.lang).loginPage.continueWith(MESSENGER_NAMES[channel]));
  return `<a class="way ${channel}" data-channel="${channel}" ${address(found)} target="_blank" rel="noopener noreferrer">${MESSENGER_ICONS[channel]}<span>${label}</span></a>`;
}

function address(found: MessengerLink | undefined): string {
  return found === undefined ? '' : `href="${escapeHtml(found.link)}"`;
}

/** A form, so that it works without the script too. */
function againForm(card: LoginCard): string {
  return `<form class="again" method="post" action="/login/${card.project.slug}/sessions">${fields(card)}<input type="hidden" name="again" value="yes"><button>${escapeHtml(textsIn(card.lang).loginPage.again)}</button></form>`;
}

function startForm(card: LoginCard): string {
  const texts = textsIn(card.lang).loginPage;
  const ended = card.ended === undefined ? '' : `<p class="state">${escapeHtml(texts[card.ended])}</p>`;
  return `<noscript>${ended}<form class="start" method="post" action="/login/${card.project.slug}/sessions">${fields(card)}<button>${escapeHtml(texts.start)}</button></form></noscript>`;
}

function fields({ wish, lang }: LoginCard): string {
  return Object.entries({ ...wishFields(wish), lang })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
}

function wishFields({ returnUrl, state }: PageWish): Record<string, string> {
  return { redirect_uri: returnUrl, ...(state === null ? {} : { state }) };
}

function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function json(value: unknown): string {
  return escapeHtml(JSON.stringify(value));
}
