import { get } from './api.js';
import { find, make } from './dom.js';
import { say } from './words.js';

const callsShown = 150;
const list = find('#call-list');
const showPolls = find('#show-polls');
const closedKey = 'bellhop-phone-calls-closed';

const isPoll = ({ method }) => method === 'getUpdates' || method === 'GET /updates';

/** @param {any} call */
export function addCall(call) {
  if (isPoll(call) && !showPolls.checked) return;
  list.prepend(make('li', {}, renderCall(call)));
  while (list.children.length > callsShown) list.lastElementChild.remove();
  find('#no-calls').hidden = true;
}

export async function startCalls() {
  const redraw = async () => {
    const { calls } = await get('/sandbox/calls');
    list.replaceChildren();
    for (const call of calls.slice(-callsShown)) addCall(call);
  };
  showPolls.addEventListener('change', redraw);
  find('#clear-calls').addEventListener('click', () => {
    list.replaceChildren();
    find('#no-calls').hidden = false;
  });
  find('#toggle-calls').addEventListener('click', () => setClosed(!document.body.classList.contains('calls-closed')));
  setClosed(localStorage.getItem(closedKey) === 'yes');
  await redraw();
}

function setClosed(closed) {
  document.body.classList.toggle('calls-closed', closed);
  find('#toggle-calls').setAttribute('aria-expanded', String(!closed));
  localStorage.setItem(closedKey, closed ? 'yes' : 'no');
}

function renderCall({ at, channel, method, params, status, response, duration_ms: duration, fault }) {
  const good = status >= 200 && status < 300;
  const summary = make(
    'summary',
    {},
    make('i', { className: channel, role: 'img', 'aria-label': channel }),
    make('span', {}, method),
    make('b', { className: good ? 'good' : 'bad' }, status ? String(status) : say('noAnswer')),
    make('time', { dateTime: at }, new Date(at).toLocaleTimeString()),
  );
  const details = make('details', {}, summary);
  // The body is written when it is first wanted: most calls are never opened.
  details.addEventListener(
    'toggle',
    () => {
      const shown = { duration_ms: duration, ...(fault ? { fault } : {}), params, response };
      details.append(make('pre', { tabIndex: 0 }, JSON.stringify(shown, null, 2)));
    },
    { once: true },
  );
  return details;
}
