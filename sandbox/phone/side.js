import { find } from './dom.js';

const side = find('#side');
const opener = find('#open-side');
const narrow = matchMedia('(max-width: 719px)');

/** On a narrow screen the people are a drawer, which takes the focus and gives it back. */
export function startSide() {
  opener.addEventListener('click', () => setOpen(true));
  find('#close-side').addEventListener('click', closeSide);
  side.addEventListener('keydown', (event) => event.key === 'Escape' && closeSide());
  document.addEventListener('click', (event) => {
    if (!side.inert && !side.contains(event.target) && !opener.contains(event.target)) closeSide();
  });
  narrow.addEventListener('change', () => setOpen(false));
  setOpen(false);
}

export function closeSide() {
  if (!narrow.matches || side.inert) return;
  setOpen(false);
  opener.focus();
}

function setOpen(open) {
  side.inert = narrow.matches && !open;
  opener.setAttribute('aria-expanded', String(open));
  if (open && narrow.matches) find('#close-side').focus();
}
