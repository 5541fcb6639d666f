import { get, post } from './api.js';
import { addCall, startCalls } from './calls.js';
import { renderChat, scrollToEnd } from './chat.js';
import { find } from './dom.js';
import { startMenu } from './menu.js';
import { renderPeople } from './people.js';
import { startQrReading } from './read-qr.js';
import { closeSide, startSide } from './side.js';
import { currentLanguage, say, switchLanguage, writeWords } from './words.js';

const phone = find('#phone');
const toast = find('#toast');
const stored = JSON.parse(localStorage.getItem('bellhop-phone') ?? '{}');
const state = {
  channel: stored.channel === 'max' ? 'max' : 'telegram',
  personId: Number(stored.personId ?? 1),
  people: [],
  bots: null,
  chat: null,
  /** A link that was opened in the browser and waits for Start. */
  pending: null,
  unread: new Set(),
  typingUntil: 0,
};

const person = () => state.people.find(({ person_id: id }) => id === state.personId);
const here = () => ({ person_id: state.personId, channel: state.channel });

async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    showToast(say('failed', { reason: error.message }));
    return null;
  }
}

let toastTimer = 0;
function showToast(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.hidden = true;
  }, 3500);
}

function choose({ channel = state.channel, personId = state.personId }) {
  Object.assign(state, { channel, personId, typingUntil: 0 });
  localStorage.setItem('bellhop-phone', JSON.stringify({ channel, personId }));
  toast.hidden = true;
  return refreshChat();
}

async function refreshPeople() {
  const { people } = await get('/sandbox/people');
  state.people = people;
  if (!person()) state.personId = people[0]?.person_id ?? 1;
  drawPeople();
}

let peopleAreStale = false;
function refreshPeopleSoon() {
  if (peopleAreStale) return;
  peopleAreStale = true;
  setTimeout(() => {
    peopleAreStale = false;
    refreshPeople();
  }, 200);
}

async function refreshChat() {
  const asked = `${state.channel}/${state.personId}`;
  const chat = await get(`/sandbox/chats/${asked}`);
  if (asked !== `${state.channel}/${state.personId}`) return;
  const { chat: shown } = state;
  const isOlder = shown && `${shown.channel}/${shown.person_id}` === asked && shown.version > chat.version;
  if (isOlder) return;
  state.chat = chat;
  state.unread.delete(asked);
  draw();
}

async function refreshBots() {
  state.bots = await get('/sandbox');
  drawBar();
}

function draw() {
  phone.dataset.channel = state.channel;
  for (const radio of document.querySelectorAll('[name="channel"]')) radio.checked = radio.value === state.channel;
  renderChat(state.chat, tap);
  drawBar();
  drawFooter();
  drawPeople();
}

function drawBar() {
  const bot = state.bots?.[state.channel];
  find('#bot-name').textContent = bot?.name ?? '';
  const calm = bot?.listening === false ? say('notRunning') : say('bot');
  find('#bot-state').textContent = Date.now() < state.typingUntil ? say('typing') : calm;
  const title = person() ? `${person().first_name} · ${bot?.name ?? ''}` : '';
  document.title = `${title} · Bellhop ${say('sandbox')}`;
}

function drawFooter() {
  const { pending, chat } = state;
  const waits = pending?.channel === state.channel;
  find('#pending').hidden = !waits;
  if (waits) {
    find('#pending-title').textContent = say('linkReady', { bot: `@${pending.bot}` });
    find('#pending-payload').textContent = pending.payload;
    find('#pending-start').textContent = say('startAs', { name: person()?.first_name ?? '' });
  }
  const start = find('#start');
  start.hidden = waits || (chat.started && !chat.blocked);
  start.textContent = chat.blocked ? say(state.channel === 'max' ? 'restart' : 'unblock') : say('start');
  start.classList.toggle('danger', chat.blocked);
  find('#composer').hidden = waits || !start.hidden;
}

const drawPeople = () => renderPeople(state.people, state, (personId) => choose({ personId }).then(closeSide));

async function tap(message, button, element) {
  element.setAttribute('aria-busy', 'true');
  await attempt(() => post('/sandbox/tap', { ...here(), message_id: message.message_id, button: button.text }));
  element.removeAttribute('aria-busy');
}

const type = (text) =>
  attempt(() => post('/sandbox/type', { ...here(), text }))
    .then(refreshChat)
    .then(scrollToEnd);

async function openLink(link) {
  const opened = await attempt(() => post('/sandbox/open', { person_id: state.personId, link }));
  if (!opened) return;
  state.pending = null;
  await choose({ channel: opened.channel });
  closeSide();
  scrollToEnd();
}

/** The page was opened as a bot link: nothing happens until Start is pressed for the chosen person. */
function takeLinkFromAddress() {
  const match = /^\/(t\.me|max\.ru)\/([^/]+)$/.exec(location.pathname);
  if (!match) return;
  const channel = match[1] === 't.me' ? 'telegram' : 'max';
  const payload = new URLSearchParams(location.search).get('start') ?? '';
  state.pending = { channel, bot: decodeURIComponent(match[2]), payload, link: location.href };
  state.channel = channel;
}

function listen() {
  const events = new EventSource('/sandbox/events');
  const on = (name, act) => events.addEventListener(name, (event) => act(JSON.parse(event.data)));
  const isHere = (event) => event.channel === state.channel && event.person_id === state.personId;
  on('hello', () => Promise.all([refreshPeople(), refreshBots()]).then(refreshChat));
  on('people', refreshPeopleSoon);
  on('call', addCall);
  on('chat', async (event) => {
    refreshPeopleSoon();
    if (!isHere(event)) state.unread.add(`${event.channel}/${event.person_id}`);
    else {
      state.typingUntil = 0;
      await refreshChat();
    }
  });
  on('typing', (event) => {
    if (!isHere(event)) return;
    state.typingUntil = Date.now() + 5000;
    drawBar();
    setTimeout(drawBar, 5100);
  });
  on('notification', (event) => {
    if (!isHere(event)) return;
    if (!event.alert) return showToast(event.text);
    find('#alert-text').textContent = event.text;
    find('#alert').showModal();
  });
}

const menuItems = () => {
  const commands = (state.chat?.commands ?? []).map(({ command, name }) => `/${command ?? name}`);
  const all = [...new Set(['/start', '/help', '/stop', '/settings', ...commands])];
  const set = (act, more = {}) => attempt(() => post(`/sandbox/${act}`, { ...here(), ...more })).then(refreshChat);
  const { blocked } = state.chat;
  return [
    ...(blocked ? [] : [...all.map((text) => ({ label: text, act: () => type(text) })), null]),
    blocked
      ? { label: say('unblock'), act: () => set('unblock') }
      : { label: say('block'), danger: true, act: () => set('block') },
    ...(state.channel === 'max'
      ? [{ label: say('removeChat'), danger: true, act: () => set('block', { remove: true }) }]
      : []),
  ];
};

function startForms() {
  find('#composer').addEventListener('submit', (event) => {
    event.preventDefault();
    const input = find('#text');
    const text = input.value.trim();
    input.value = '';
    if (text) type(text);
  });
  find('#link-form').addEventListener('submit', (event) => {
    event.preventDefault();
    openLink(find('#link').value).then(() => event.target.reset());
  });
  startQrReading(find('#link-form'), openLink, showToast);
  find('#invent-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const { username, ...fields } = Object.fromEntries(new FormData(form));
    const made = await attempt(() => post('/sandbox/people', { ...fields, username: username || null }));
    if (!made) return;
    form.reset();
    find('#invent').open = false;
    await refreshPeople();
    await choose({ personId: made.person_id });
  });
  find('#invent-form').lang.value = currentLanguage();
}

function startButtons() {
  for (const radio of document.querySelectorAll('[name="channel"]')) {
    radio.addEventListener('change', () => choose({ channel: radio.value }));
  }
  find('#start').addEventListener('click', () => {
    if (state.chat.blocked) attempt(() => post('/sandbox/unblock', here())).then(refreshChat);
    else openLink(`${state.channel === 'telegram' ? 't.me' : 'max.ru'}/${state.bots[state.channel].username}`);
  });
  find('#pending-start').addEventListener('click', async () => {
    await openLink(state.pending.link);
    if (!state.pending) history.replaceState(null, '', '/');
  });
  find('#pending-cancel').addEventListener('click', () => {
    state.pending = null;
    history.replaceState(null, '', '/');
    drawFooter();
  });
  find('#language').addEventListener('click', () => {
    switchLanguage();
    draw();
  });
}

writeWords();
// The log scrolls, so the keyboard must reach it.
find('#chat').tabIndex = 0;
takeLinkFromAddress();
startSide();
startMenu(menuItems);
startForms();
startButtons();
startCalls();
listen();
// While the sandbox is away there is nothing to say: the event stream comes back by itself.
setInterval(() => refreshBots().catch(() => {}), 5000);
