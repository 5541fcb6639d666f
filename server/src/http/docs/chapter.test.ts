import { expect, test } from 'vitest';
import { renderChapter } from './chapter.ts';

test('the first heading is the title and the first paragraph the summary, as plain text', () => {
  const chapter = renderChapter('x', '# Login & `state`\n\nWhat "state" *does*.\n\nMore.');
  expect(chapter.title).toBe('Login & state');
  expect(chapter.summary).toBe('What "state" does.');
});

test('a chapter without a heading is refused', () => {
  expect(() => renderChapter('x', 'Only text.')).toThrow('no first heading');
});

test('headings get ids of their own, also where they repeat', () => {
  const { headings, html } = renderChapter('x', '# T\n\n## Send it\n\n## Send it\n\n## Вход');
  expect(headings.map(({ id }) => id)).toEqual(['send-it', 'send-it-2', 'вход']);
  expect(html).toContain('<h2 id="send-it-2">');
});

test('inline SVG passes as it is', () => {
  const svg = '<figure class="diagram">\n<svg viewBox="0 0 1 1"><path class="arrow" d="M0 0h1"/></svg>\n</figure>';
  expect(renderChapter('x', `# T\n\n${svg}\n\nText.`).html).toContain(svg);
});

test('code is escaped and coloured, and keeps its text', () => {
  const code = 'curl -H "Authorization: Bearer $KEY" # <me>';
  const { html } = renderChapter('x', `# T\n\n\`\`\`sh\n${code}\n\`\`\``);
  expect(html).toContain('<span class="string">&quot;Authorization: Bearer $KEY&quot;</span>');
  expect(html).toContain('<span class="comment"># &lt;me&gt;</span>');
  expect(html).toContain('class="copy"');
});

test('an unknown language stays plain', () => {
  expect(renderChapter('x', '# T\n\n```brainfuck\n<+>\n```').html).toContain('<code>&lt;+&gt;</code>');
});

test('a table cell knows its column, for narrow screens', () => {
  const { html } = renderChapter('x', '# T\n\n| Name | What & why |\n|---|---|\n| `a` | b |');
  expect(html).toContain('<td role="cell" data-column="What &amp; why"><span>b</span></td>');
});
