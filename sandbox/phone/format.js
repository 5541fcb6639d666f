import { make } from './dom.js';

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'pre',
  quote: 'blockquote',
};

/**
 * Text with its spans as nodes; addresses in plain text become links.
 * @param {string} text
 * @param {{type: string, offset: number, length: number, url?: string}[]} spans
 */
export function formatText(text, spans) {
  const sorted = spans
    .map((span) => ({ ...span, end: span.offset + span.length }))
    .sort((a, b) => a.offset - b.offset || b.end - a.end);
  return renderRange(text, 0, text.length, sorted);
}

function renderRange(text, from, to, spans) {
  const fragment = document.createDocumentFragment();
  let at = from;
  let rest = spans;
  while (rest.length > 0) {
    const [span, ...others] = rest;
    const end = Math.min(span.end, to);
    fragment.append(linkAddresses(text.slice(at, span.offset)));
    const inside = others.filter((other) => other.offset < end);
    rest = others.filter((other) => other.offset >= end);
    const element = elementFor(span);
    element.append(renderRange(text, span.offset, end, inside));
    fragment.append(element);
    at = end;
  }
  fragment.append(linkAddresses(text.slice(at, to)));
  return fragment;
}

function elementFor({ type, url }) {
  if (type === 'link' && /^(https?|tg|mailto|tel):/i.test(url ?? '')) return makeLink(url);
  if (type === 'spoiler') return make('span', { className: 'spoiler', tabIndex: 0 });
  return tags[type] ? make(tags[type]) : make('span', { className: type });
}

const makeLink = (href, text = '') => make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);

function linkAddresses(text) {
  const fragment = document.createDocumentFragment();
  for (const [index, part] of text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/).entries()) {
    if (part) fragment.append(index % 2 ? makeLink(part, part) : part);
  }
  return fragment;
}
