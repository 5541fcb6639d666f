import type { Span, SpanType } from '../world/message.ts';
import { byteOffset, type ParseOutcome } from './spans.ts';

const reserved = new Set('_*[]()~`>#+-=|{}.!');
const titles: Partial<Record<SpanType, string>> = {
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strikethrough: 'Strikethrough',
  spoiler: 'Spoiler',
  code: 'Code',
  pre: 'Pre',
  link: 'TextUrl',
  quote: 'BlockQuote',
};
const markers: readonly (readonly [string, SpanType])[] = [
  ['```', 'pre'],
  ['`', 'code'],
  ['__', 'underline'],
  ['_', 'italic'],
  ['*', 'bold'],
  ['~', 'strikethrough'],
  ['||', 'spoiler'],
];

type Open = { type: SpanType; marker: string; offset: number; sourceIndex: number };

/** Telegram's `parse_mode: MarkdownV2`, with its complaints. */
export function parseTelegramMarkdown(source: string): ParseOutcome {
  const open: Open[] = [];
  const spans: Span[] = [];
  let quoteFrom: number | null = null;
  let text = '';
  let at = 0;

  const push = (type: SpanType, offset: number, more: Partial<Span> = {}) => {
    if (text.length > offset) spans.push({ type, offset, length: text.length - offset, ...more });
  };

  while (at < source.length) {
    const character = source.charAt(at);
    const inside = open.at(-1);
    const verbatim = inside?.type === 'code' || inside?.type === 'pre';
    if (character === '\\' && isEscapable(source, at + 1)) {
      text += source.charAt(at + 1);
      at += 2;
      continue;
    }
    if (!verbatim && quoteFrom === null && character === '>' && (at === 0 || source.charAt(at - 1) === '\n')) {
      quoteFrom = text.length;
      at += 1;
      continue;
    }
    if (character === '\n') {
      const quoted = quoteFrom !== null && !verbatim;
      if (quoted && source.charAt(at + 1) === '>') at += 1;
      else if (quoted && quoteFrom !== null) {
        push('quote', quoteFrom);
        quoteFrom = null;
      }
      text += '\n';
      at += 1;
      continue;
    }
    if (verbatim && inside) {
      if (source.startsWith(inside.marker, at)) {
        open.pop();
        at += inside.marker.length;
        push(inside.type, inside.offset, inside.type === 'pre' ? takeLanguage(inside) : {});
      } else if (character === '`') {
        return invalid(`Character '\`' is reserved and must be escaped with the preceding '\\'`);
      } else {
        text += character;
        at += 1;
      }
      continue;
    }
    if (character === '[' || source.startsWith('![', at)) {
      open.push({ type: 'link', marker: ']', offset: text.length, sourceIndex: at });
      at += character === '[' ? 1 : 2;
      continue;
    }
    if (character === ']' && inside?.type === 'link') {
      open.pop();
      at += 1;
      if (source.charAt(at) === '(') {
        const end = endOfAddress(source, at + 1);
        if (end < 0) return invalid(`Can't find end of a URL at byte offset ${byteOffset(source, at + 1)}`);
        push('link', inside.offset, { url: source.slice(at + 1, end).replace(/\\(.)/g, '$1') });
        at = end + 1;
      }
      continue;
    }
    const marker = markers.find(([mark]) => source.startsWith(mark, at));
    if (marker) {
      const [mark, type] = marker;
      const closing = inside?.marker === mark ? inside : undefined;
      if (closing) {
        open.pop();
        push(type, closing.offset);
      } else if (open.some((other) => other.marker === mark)) {
        return invalid(endless(source, inside ?? { type, sourceIndex: at }));
      } else {
        open.push({ type, marker: mark, offset: text.length, sourceIndex: at });
      }
      at += mark.length;
      continue;
    }
    if (reserved.has(character)) {
      return invalid(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
    }
    text += character;
    at += 1;
  }
  const unclosed = open.at(-1);
  if (unclosed) return invalid(endless(source, unclosed));
  if (quoteFrom !== null) push('quote', quoteFrom);
  return { outcome: 'parsed', text, spans };

  /** The first line of a block is its language when it is one word; it leaves the text. */
  function takeLanguage(pre: Open): { language?: string } {
    const body = text.slice(pre.offset);
    const match = /^([^\s`]*)\n/.exec(body);
    if (!match) return {};
    text = text.slice(0, pre.offset) + body.slice(match[0].length);
    return match[1] ? { language: match[1] } : {};
  }
}

const isEscapable = (source: string, index: number): boolean => {
  const code = source.charCodeAt(index);
  return code > 0 && code < 127;
};

function endOfAddress(source: string, from: number): number {
  for (let index = from; index < source.length; index += 1) {
    if (source.charAt(index) === '\\') index += 1;
    else if (source.charAt(index) === ')') return index;
  }
  return -1;
}

const endless = (source: string, open: { type: SpanType; sourceIndex: number }): string =>
  `Can't find end of ${titles[open.type] ?? open.type} entity at byte offset ${byteOffset(source, open.sourceIndex)}`;

const invalid = (reason: string): ParseOutcome => ({ outcome: 'invalid', reason });
