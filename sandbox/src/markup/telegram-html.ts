import type { Span, SpanType } from '../world/message.ts';
import { decodeHtmlEntities, readHtmlEntity } from './decode-html-entities.ts';
import { byteOffset, type ParseOutcome } from './spans.ts';

const spanOfTag: Readonly<Record<string, SpanType>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  a: 'link',
  code: 'code',
  pre: 'pre',
  blockquote: 'quote',
};

type OpenTag = { name: string; type: SpanType | null; offset: number; attributes: Map<string, string> };

/** Telegram's `parse_mode: HTML`, with its complaints. */
export function parseTelegramHtml(source: string): ParseOutcome {
  const open: OpenTag[] = [];
  const spans: Span[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '&') {
      const entity = readHtmlEntity(source.slice(at, at + 12));
      text += entity ? entity.character : '&';
      at += entity ? entity.length : 1;
      continue;
    }
    if (character !== '<') {
      text += character;
      at += 1;
      continue;
    }
    const offset = byteOffset(source, at);
    const end = source.indexOf('>', at);
    if (source.charAt(at + 1) === '/') {
      if (end < 0) return invalid(`Unclosed end tag at byte offset ${offset}`);
      const name = source
        .slice(at + 2, end)
        .trim()
        .toLowerCase();
      const tag = open.pop();
      if (!tag) return invalid(`Unexpected end tag at byte offset ${offset}`);
      if (name !== '' && name !== tag.name) {
        return invalid(`Unmatched end tag at byte offset ${offset}, expected "</${tag.name}>", found "</${name}>"`);
      }
      closeTag(tag, text, open, spans);
    } else {
      const name = /^[^\s>/]*/.exec(source.slice(at + 1))?.[0].toLowerCase() ?? '';
      const attributes = end < 0 ? new Map<string, string>() : readAttributes(source.slice(at + 1 + name.length, end));
      const type = typeOfTag(name, attributes);
      if (type === undefined) return invalid(`Unsupported start tag "${name}" at byte offset ${offset}`);
      if (end < 0) return invalid(`Unclosed start tag at byte offset ${offset}`);
      open.push({ name, type, offset: text.length, attributes });
    }
    at = end + 1;
  }
  const unclosed = open.at(-1);
  if (unclosed) return invalid(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  return { outcome: 'parsed', text, spans };
}

function typeOfTag(name: string, attributes: Map<string, string>): SpanType | null | undefined {
  if (name === 'tg-emoji' || name === 'tg-time') return null;
  if (name === 'span') return attributes.get('class') === 'tg-spoiler' ? 'spoiler' : undefined;
  return spanOfTag[name];
}

function closeTag(tag: OpenTag, text: string, open: readonly OpenTag[], spans: Span[]): void {
  const length = text.length - tag.offset;
  if (tag.type === null || length === 0) return;
  const place = { offset: tag.offset, length };
  if (tag.type === 'link') {
    // A link without an address is its own address where that is one, else plain text.
    const url = tag.attributes.get('href') || text.slice(tag.offset);
    if (/^(https?|tg|mailto|tel):/i.test(url)) spans.push({ type: 'link', ...place, url });
    return;
  }
  const language = /^language-(.+)$/.exec(tag.attributes.get('class') ?? '')?.[1];
  if (tag.type === 'code' && open.at(-1)?.type === 'pre') {
    if (language) open.at(-1)?.attributes.set('class', `language-${language}`);
    return;
  }
  spans.push(tag.type === 'pre' && language ? { type: 'pre', ...place, language } : { type: tag.type, ...place });
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single, bare] of source.matchAll(
    /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?/gi,
  )) {
    if (name) attributes.set(name.toLowerCase(), decodeHtmlEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

const invalid = (reason: string): ParseOutcome => ({ outcome: 'invalid', reason });
