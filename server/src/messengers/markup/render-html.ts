import type { Span } from './span.ts';

const tags = { bold: 'b', italic: 'i', strike: 's', underline: 'u', code: 'code', pre: 'pre' } as const;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** HTML of the tags that Telegram and MAX both know; their documents list the same ones. */
export function renderHtml(spans: readonly Span[]): string {
  return spans.map(render).join('');
}

function render(span: Span): string {
  if (span.type === 'text') return escapeHtml(span.text);
  if (span.type === 'link') return `<a href="${escapeHtml(span.url)}">${renderHtml(span.spans)}</a>`;
  const tag = tags[span.type];
  return `<${tag}>${'text' in span ? escapeHtml(span.text) : renderHtml(span.spans)}</${tag}>`;
}
