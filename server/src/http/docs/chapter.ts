/** A chapter of the guide: a Markdown file whose first heading is its title. Raw HTML is kept, for inline SVG. */
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../pages/escape-html.ts';
import { colourCode } from './colour-code.ts';

export type Chapter = {
  slug: string;
  title: string;
  /** The first paragraph, as plain text. */
  summary: string;
  /** Of the second level, for "On this page". */
  headings: { id: string; title: string }[];
  html: string;
};

export function renderChapter(slug: string, markdown: string): Chapter {
  const ids = new Set<string>();
  const headings: Chapter['headings'] = [];
  let title = '';
  let summary = '';

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const text = plainText(this.parser.parseInline(tokens, this.parser.textRenderer));
        if (depth === 1) {
          if (title === '') title = text;
          return `<h1>${inner}</h1>\n`;
        }
        const id = uniqueId(text, ids);
        if (depth === 2) headings.push({ id, title: text });
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph) {
        if (summary === '') summary = plainText(this.parser.parseInline(tokens, this.parser.textRenderer));
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        const language = /^[a-z]+/.exec(lang ?? '')?.[0] ?? '';
        // The script shows the button: without it there is nothing to press.
        return `<div class="code"><pre tabindex="0"><code>${colourCode(text, language)}</code></pre><button type="button" class="copy" hidden>Copy</button></div>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const names = header.map(({ tokens }) =>
          escapeHtml(plainText(this.parser.parseInline(tokens, this.parser.textRenderer))),
        );
        const head = header.map(({ tokens }) => `<th role="columnheader">${this.parser.parseInline(tokens)}</th>`);
        // On a phone each row is a block (docs.css): cells carry their column's name, and roles keep it a table.
        const body = rows.map((cells) => {
          const inner = cells.map(
            ({ tokens }, column) =>
              `<td role="cell" data-column="${names[column] ?? ''}"><span>${this.parser.parseInline(tokens)}</span></td>`,
          );
          return `<tr role="row">${inner.join('')}</tr>`;
        });
        return `<div class="table"><table role="table"><thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead><tbody role="rowgroup">${body.join('\n')}</tbody></table></div>\n`;
      },
    },
  });

  const html = marked.parse(markdown, { async: false });
  if (title === '') throw new Error(`Chapter ${slug} has no first heading.`);
  return { slug, title, summary, headings, html };
}

function uniqueId(text: string, taken: Set<string>): string {
  const words =
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section';
  let id = words;
  for (let count = 2; taken.has(id); count++) id = `${words}-${count}`;
  taken.add(id);
  return escapeHtml(id);
}

/** Marked's text renderer leaves entities as they were written for HTML. */
function plainText(escaped: string): string {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
