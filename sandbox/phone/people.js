import { find, make } from './dom.js';
import { say } from './words.js';

const list = find('#people');

/**
 * @param {any[]} people
 * @param {{channel: string, personId: number, unread: Set<string>}} state
 * @param {(personId: number) => void} onChoose
 */
export function renderPeople(people, { channel, personId, unread }, onChoose) {
  const focused = document.activeElement?.closest('#people button')?.dataset.person;
  list.replaceChildren(...people.map((person) => make('li', {}, renderPerson(person))));
  if (focused) list.querySelector(`[data-person="${focused}"]`)?.focus();

  function renderPerson(person) {
    const chat = person[channel];
    const handle = [person.username ? `@${person.username}` : null, person.lang].filter(Boolean).join(' · ');
    const news = unread.has(`${channel}/${person.person_id}`);
    const state = person.deactivated ? say('deactivated') : chat.blocked ? say('blocked') : '';
    const mark = news
      ? make('span', { className: 'dot', role: 'img', 'aria-label': say('newMessages') })
      : make('span', { className: 'tag' }, state);
    const text = make(
      'div',
      {},
      make('strong', {}, person.first_name),
      make('small', {}, handle),
      make('small', {}, chat.last ?? say('noMessages')),
    );
    const button = make('button', { type: 'button' }, avatarOf(person), text, mark);
    button.dataset.person = String(person.person_id);
    if (person.person_id === personId) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => onChoose(person.person_id));
    return button;
  }
}

function avatarOf({ first_name: name, person_id: id }) {
  const avatar = make('span', { className: 'avatar', 'aria-hidden': 'true' }, [...name][0] ?? '');
  avatar.dataset.hue = String(id % 5);
  return avatar;
}
