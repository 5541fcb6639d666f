import type { FormattedText, Span, SpanType } from '../world/message.ts';
import { decodeHtmlEntities, readHtmlEntity } from './decode-html-entities.ts';

type MutableText = { text: string; spans: Span[] };

const markdownMarkers: readonly (readonly [string, SpanType])[] = [
  ['**', 'bold'],
  ['__', 'bold'],
  ['~~', 'strikethrough'],
  ['++', 'underline'],
  ['^^', 'highlight'],
  ['*', 'italic'],
  ['_', 'italic'],
];

const tagSpans: Readonly<Record<string, SpanType>> = {
  i: 'italic',
  em: 'italic',
  b: 'bold',
  strong: 'bold',
  del: 'strikethrough',
  s: 'strikethrough',
  ins: 'underline',
  u: 'underline',
  a: 'link',
  pre: 'code',
  code: 'code',
  mark: 'highlight',
  h1: 'heading',
  blockquote: 'quote',
};

/** MAX never refuses markup: what it does not understand stays text. */
export function parseMaxMarkdown(source: string): FormattedText {
  const result: MutableText = { text: '', spans: [] };
  // Odd parts are what stood between a pair of fences.
  for (const [index, part] of source.split(/```([\s\S]*?)```/).entries()) {
    const offset = result.text.length;
    if (index % 2 === 0) appendLines(part, result);
    else {
      result.text += part;
      addSpan(result, 'code', offset);
    }
  }
  return result;
}

function appendLines(source: string, result: MutableText): void {
  const lines = source.split('\n');
  lines.forEach((line, index) => {
    const block = /^(#{1,6} |> ?)(.*)$/.exec(line);
    const offset = result.text.length;
    appendInline(block?.[2] ?? line, result);
    if (block) addSpan(result, block[1]?.startsWith('#') ? 'heading' : 'quote', offset);
    if (index < lines.length - 1) result.text += '\n';
  });
}

function appendInline(source: string, result: MutableText): void {
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const escaped = /^\\([\\`*_~+^[\]()#>!-])/.exec(rest);
    const code = /^`([^`]+)`/.exec(rest);
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)/.exec(rest);
    const offset = result.text.length;
    if (escaped) {
      result.text += escaped[1] ?? '';
      at += 2;
    } else if (code) {
      result.text += code[1] ?? '';
      addSpan(result, 'code', offset);
      at += code[0].length;
    } else if (link) {
      appendInline(link[1] ?? '', result);
      addSpan(result, 'link', offset, link[2]);
      at += link[0].length;
    } else {
      const marked = readMarked(source, at);
      if (marked) {
        appendInline(marked.inner, result);
        addSpan(result, marked.type, offset);
        at = marked.end;
      } else {
        result.text += source.charAt(at);
        at += 1;
      }
    }
  }
}

function readMarked(source: string, at: number): { type: SpanType; inner: string; end: number } | null {
  for (const [marker, type] of markdownMarkers) {
    if (!source.startsWith(marker, at)) continue;
    const from = at + marker.length;
    const end = source.indexOf(marker, from + 1);
    // An underscore inside a word is a letter: snake_case_name stays as it is.
    const insideWord = marker === '_' && (/\w/.test(source.charAt(at - 1)) || /\w/.test(source.charAt(end + 1)));
    if (end < 0 || /^\s/.test(source.slice(from)) || insideWord) continue;
    return { type, inner: source.slice(from, end), end: end + marker.length };
  }
  return null;
}

export function parseMaxHtml(source: string): FormattedText {
  const result: MutableText = { text: '', spans: [] };
  const open: { name: string; offset: number; url: string | undefined }[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const tag = /^<(\/?)([a-z][a-z0-9-]*)([^>]*)>/i.exec(rest);
    const entity = rest.startsWith('&') ? readHtmlEntity(rest.slice(0, 12)) : null;
    if (tag) {
      const name = (tag[2] ?? '').toLowerCase();
      if (name === 'br') result.text += '\n';
      else if (!tag[1]) {
        const href = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag[3] ?? '');
        open.push({
          name,
          offset: result.text.length,
          url: href ? decodeHtmlEntities(href[1] ?? href[2] ?? '') : undefined,
        });
      } else {
        const index = open.findLastIndex((other) => other.name === name);
        const [started] = index < 0 ? [] : open.splice(index, 1);
        const type = tagSpans[name];
        if (started && type && (type !== 'link' || started.url)) addSpan(result, type, started.offset, started.url);
      }
      at += tag[0].length;
    } else {
      result.text += entity ? entity.character : source.charAt(at);
      at += entity ? entity.length : 1;
    }
  }
  return result;
}

function addSpan(result: MutableText, type: SpanType, offset: number, url?: string): void {
  const length = result.text.length - offset;
  if (length > 0) result.spans.push(url ? { type, offset, length, url } : { type, offset, length });
}
