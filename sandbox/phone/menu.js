import { find, make } from './dom.js';

const button = find('#menu-button');
const menu = find('#menu');

/** @param {() => ({label: string, danger?: boolean, act: () => void} | null)[]} itemsOf null is a divider */
export function startMenu(itemsOf) {
  button.addEventListener('click', () => (menu.hidden ? open(itemsOf()) : close()));
  document.addEventListener('click', (event) => {
    if (!menu.hidden && !menu.contains(event.target) && !button.contains(event.target)) close();
  });
  menu.addEventListener('keydown', (event) => {
    const items = [...menu.querySelectorAll('button')];
    const at = items.indexOf(document.activeElement);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      items.at(moves[event.key] % items.length)?.focus();
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      close();
      button.focus();
    }
  });
}

function open(items) {
  menu.replaceChildren(
    ...items.map((item) => {
      if (!item) return make('hr');
      const entry = make('button', { type: 'button', role: 'menuitem', tabIndex: -1 }, item.label);
      entry.classList.toggle('danger', item.danger === true);
      entry.addEventListener('click', () => {
        close();
        item.act();
      });
      return entry;
    }),
  );
  menu.hidden = false;
  button.setAttribute('aria-expanded', 'true');
  menu.querySelector('button')?.focus();
}

function close() {
  menu.hidden = true;
  button.setAttribute('aria-expanded', 'false');
}
