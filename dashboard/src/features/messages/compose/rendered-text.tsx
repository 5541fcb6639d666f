import type { ReactNode } from 'react';
import { parseHtml } from '../../../../../server/src/messengers/markup/parse-html.ts';
import { plainText, type Span } from '../../../../../server/src/messengers/markup/span.ts';
import type { Format } from './composition.ts';

/** A text as it goes out, drawn: read by the server's own parser, so nothing of it becomes markup of this page. */
export function RenderedText({ text, format }: { text: string; format: Format }) {
  const parsed = format === 'html' ? parseHtml(text) : undefined;
  return parsed?.ok === true ? draw(parsed.spans) : text;
}

/** The words alone. */
export function wordsOf(text: string): string {
  const parsed = parseHtml(text);
  return parsed.ok ? plainText(parsed.spans) : text;
}

const TAGS = { bold: 'b', italic: 'i', strike: 's', underline: 'u', code: 'code', pre: 'pre' } as const;

function draw(spans: readonly Span[]): ReactNode {
  let at = 0;
  return spans.map((span) => {
    const key = at;
    at += plainText([span]).length;
    if (span.type === 'text') return span.text;
    if (span.type === 'link') {
      return (
        <a key={key} href={span.url} target="_blank" rel="noreferrer">
          {draw(span.spans)}
        </a>
      );
    }
    const Tag = TAGS[span.type];
    return <Tag key={key}>{'text' in span ? span.text : draw(span.spans)}</Tag>;
  });
}
