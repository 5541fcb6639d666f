/**
 * Bellhop's own small markup: Markdown or HTML in, one tree, the same look on every messenger.
 * Bad markup is a value, found before anything is sent.
 */
import type { Format } from '../messenger.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';
import { type Parsed, plainText } from './span.ts';

export function parseMarkup(text: string, format: Format): Parsed {
  if (format === 'markdown') return parseMarkdown(text);
  if (format === 'html') return parseHtml(text);
  return { ok: true, spans: text === '' ? [] : [{ type: 'text', text }] };
}

/** `length` in UTF-16 units, without the markup. */
export type MarkupCheck = { ok: true; length: number } | { ok: false; problem: string };

export function checkMarkup(text: string, format: Format): MarkupCheck {
  const parsed = parseMarkup(text, format);
  return parsed.ok ? { ok: true, length: plainText(parsed.spans).length } : parsed;
}

/** UTF-16 units after parsing; bad markup counts as it is written. */
export function plainLength(text: string, format: Format): number {
  const check = checkMarkup(text, format);
  return check.ok ? check.length : text.length;
}

/** What goes to a messenger: plain text where nothing is formatted, else HTML. `length` is without markup. */
export type RenderedText = { ok: true; text: string; isHtml: boolean; length: number } | { ok: false; problem: string };

export function renderText(text: string, format: Format): RenderedText {
  if (text !== last.text || format !== last.format) last = { text, format, rendered: render(text, format) };
  return last.rendered;
}

/** To many people in turn mostly the same is said. */
let last: { text: string; format: Format; rendered: RenderedText } = {
  ...{ text: '', format: 'plain' },
  rendered: render('', 'plain'),
};

function render(text: string, format: Format): RenderedText {
  const parsed = parseMarkup(text, format);
  if (!parsed.ok) return parsed;
  const plain = plainText(parsed.spans);
  const isHtml = parsed.spans.some((span) => span.type !== 'text');
  return { ok: true, text: isHtml ? renderHtml(parsed.spans) : plain, isHtml, length: plain.length };
}
