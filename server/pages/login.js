// The login page's script: starts the session, follows it live and leads the tab back to the website.
// It knows no words: the server put them into the page. What is shown follows from data-view (login.css).

const card = document.querySelector('#login');
const state = card.querySelector('.state');
const { base, lang, wish, live } = JSON.parse(card.dataset.page);
const words = JSON.parse(card.dataset.words);

const POLL_MS = 2000;
const RETRY_MS = 3000;
/** Nothing changes any more once one of these is shown, until the person starts again. */
const FINAL = { verified: 'finished', declined: 'declined', expired: 'expired' };

/** Which login this tab follows: another tab of this browser may start the next one. */
let login;
let source;
let timer;
let endsAt = 0;
let following = false;

function show(view, sentence) {
  const focused = document.activeElement;
  card.dataset.view = view;
  if (state.textContent !== sentence) state.textContent = sentence;
  // What had the focus is hidden now: go on from the sentence that says why.
  if (focused !== document.body && card.contains(focused) && focused.getClientRects().length === 0) state.focus();
}

function stop() {
  following = false;
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

function end(view, sentence = words[view]) {
  stop();
  show(view, sentence);
}

function fill(links) {
  for (const { channel, link, qr } of links) {
    for (const anchor of card.querySelectorAll(`[data-channel="${channel}"] .here, .way[data-channel="${channel}"]`)) {
      anchor.href = link;
    }
    const picture = card.querySelector(`.panel[data-channel="${channel}"] img`);
    picture.src = qr;
    picture.hidden = false;
  }
}

function apply(status) {
  login ??= status.login;
  if (status.login !== login) return end('elsewhere');
  if (status.status === 'completed') {
    end('completed');
    return location.replace(status.redirect);
  }
  if (FINAL[status.status] !== undefined) return end(FINAL[status.status]);
  endsAt = performance.now() + status.expires_in * 1000;
  tick();
  card.dataset.device = status.number === undefined ? 'phone' : 'desktop';
  card.dataset.channel = status.channel ?? '';
  card.querySelector('.number').textContent = status.number ?? '';
  if (!status.opened) return show('waiting', status.number === undefined ? words.choose : words.scan);
  const sentence = status.number === undefined ? words.confirmIn : words.tapNumber;
  show('opened', sentence.replace('{messenger}', words[status.channel]));
}

/** Live where that works, else by asking. */
function follow() {
  following = true;
  if (window.EventSource === undefined) return poll();
  source = new EventSource(`${base}/events`);
  source.onmessage = ({ data }) => apply(JSON.parse(data));
  source.onerror = () => {
    source?.close();
    source = undefined;
    if (following) poll();
  };
}

async function poll() {
  clearTimeout(timer);
  try {
    const answer = await fetch(`${base}/status`, { cache: 'no-store' });
    if (!following) return;
    if (answer.ok) apply(await answer.json());
    else if (answer.status === 404) end('expired');
  } catch {
    if (following) show('offline', words.offline);
  }
  if (following && source === undefined) timer = setTimeout(poll, POLL_MS);
}

async function start(again) {
  stop();
  login = undefined;
  const device = isPhone() ? 'phone' : 'desktop';
  card.dataset.device = device;
  show('starting', words.starting);
  let answer;
  try {
    answer = await fetch(`${base}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...wish, lang, device, ...(again ? { again: 'yes' } : {}) }),
    });
  } catch {
    show('offline', words.offline);
    timer = setTimeout(() => start(again), RETRY_MS);
    return;
  }
  if (!answer.ok) return refuse(answer);
  const started = await answer.json();
  fill(started.links);
  apply(started);
  follow();
}

function refuse(answer) {
  if (answer.status !== 429) return end('unavailable');
  const seconds = Number(answer.headers.get('retry-after') ?? 60);
  const wait =
    seconds < 60
      ? words.seconds.replace('{count}', seconds)
      : words.minutes.replace('{count}', Math.ceil(seconds / 60));
  end('tooMany', words.tooMany.replace('{wait}', wait));
}

function tick() {
  const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
  card.querySelector('time').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return left;
}

function isPhone() {
  return matchMedia('(max-width: 600px), (pointer: coarse) and (max-width: 960px)').matches;
}

/** Prefetched, prerendered and restored tabs start nothing until somebody looks at them. */
function whenSeen(act) {
  if (document.visibilityState === 'visible') return act();
  document.addEventListener('visibilitychange', () => whenSeen(act), { once: true });
}

card.querySelector('.again').addEventListener('submit', (event) => {
  event.preventDefault();
  start(true);
});
card.querySelector('img.mark')?.addEventListener('error', ({ target }) => target.remove());
setInterval(() => {
  if (following && tick() === 0) poll();
}, 1000);
// A phone freezes the tab while its person is in the messenger.
document.addEventListener('visibilitychange', () => {
  if (following && document.visibilityState === 'visible') poll();
});
window.addEventListener('online', () => {
  if (following) poll();
});
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

if (card.dataset.view !== 'unavailable') {
  if (live === null) whenSeen(() => start(false));
  else {
    apply(live);
    follow();
  }
}
