import { drawIcon, find, make } from './dom.js';
import { formatText } from './format.js';
import { currentLanguage, say } from './words.js';

const filePath = 'M6 3h8l5 5v13H6zM14 3v5h5';
const chat = find('#chat');
/** What is on the screen, by message id: nodes are reused while their message is the same. */
let shown = new Map();
let shownKey = '';

/**
 * @param {any} view the chat as the sandbox tells it
 * @param {(message: any, button: any, element: HTMLElement) => void} onTap
 */
export function renderChat(view, onTap) {
  const key = `${view.channel}/${view.person_id}/${currentLanguage()}`;
  const isNewChat = key !== shownKey;
  const nearEnd = isNewChat || chat.scrollHeight - chat.scrollTop - chat.clientHeight < 120;
  const before = isNewChat ? new Map() : shown;
  shown = new Map();
  const nodes = [];
  if (view.messages.length === 0) nodes.push(make('p', { className: 'note' }, say('empty')));
  let day = '';
  for (const message of view.messages) {
    const itsDay = new Date(message.at).toLocaleDateString(currentLanguage(), { day: 'numeric', month: 'long' });
    if (itsDay !== day) nodes.push(make('p', { className: 'note' }, itsDay));
    day = itsDay;
    const source = JSON.stringify(message);
    const known = before.get(message.message_id);
    const node = known?.source === source ? known.node : renderMessage(message, onTap);
    if (!isNewChat && !known) node.classList.add('enter');
    shown.set(message.message_id, { source, node });
    nodes.push(node);
  }
  if (view.blocked) nodes.push(make('p', { className: 'note' }, say('blockedNote')));
  // While a whole chat is put on the screen nothing of it is news to be read aloud.
  chat.setAttribute('aria-live', isNewChat ? 'off' : 'polite');
  replaceChanged(nodes);
  shownKey = key;
  if (nearEnd) chat.scrollTop = chat.scrollHeight;
  requestAnimationFrame(() => chat.setAttribute('aria-live', 'polite'));
}

export const scrollToEnd = () => {
  chat.scrollTop = chat.scrollHeight;
};

/** Leaves alone what stays: a node that is taken out and put back would lose the focus and be read again. */
function replaceChanged(nodes) {
  const kept = new Set(nodes);
  for (const child of [...chat.children]) if (!kept.has(child)) child.remove();
  nodes.forEach((node, index) => {
    if (chat.children[index] !== node) chat.insertBefore(node, chat.children[index] ?? null);
  });
}

function renderMessage(message, onTap) {
  const at = new Date(message.at);
  const bubble = make('div', { className: 'bubble' });
  for (const media of message.media) bubble.append(renderMedia(media));
  if (message.text) bubble.append(make('div', { className: 'text' }, formatText(message.text, message.spans)));
  const time = make('time', { dateTime: message.at, title: at.toLocaleString(currentLanguage()) });
  time.textContent = at.toLocaleTimeString(currentLanguage(), { hour: '2-digit', minute: '2-digit' });
  bubble.append(make('span', { className: 'meta' }, message.edited ? `${say('edited')} ` : '', time));
  const node = make('article', { className: `message ${message.from}` }, bubble);
  const rows = Map.groupBy(message.buttons, (button) => button.row);
  for (const buttons of rows.values()) {
    node.append(make('div', { className: 'row' }, ...buttons.map((button) => renderButton(message, button, onTap))));
  }
  return node;
}

function renderButton(message, button, onTap) {
  const isLink = /^(https?|tg):/i.test(button.url ?? '');
  const element = isLink
    ? make('a', { href: button.url, target: '_blank', rel: 'noopener noreferrer' }, button.text)
    : make('button', { type: 'button' }, button.text);
  if (button.style) element.dataset.style = button.style;
  if (!isLink) element.addEventListener('click', () => onTap(message, button, element));
  return element;
}

function renderMedia({ kind, name, size, mime, url }) {
  const ours = url?.startsWith('/');
  if (ours && mime.startsWith('image/'))
    return make('span', { className: 'media' }, make('img', { src: url, alt: name }));
  if (ours && mime.startsWith('video/')) {
    return make('span', { className: 'media' }, make('video', { src: url, controls: true, ariaLabel: name }));
  }
  const label = url ? make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, name) : name;
  const detail = size > 0 ? `${kind}, ${formatSize(size)}` : `${kind}, ${say('byAddress')}`;
  return make('div', { className: 'file' }, drawIcon(filePath), make('div', {}, label, make('small', {}, detail)));
}

const formatSize = (bytes) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
