import { expect, test } from 'vitest';
import { parseMaxHtml, parseMaxMarkdown } from '../src/markup/max-markup.ts';
import { parseTelegramHtml } from '../src/markup/telegram-html.ts';
import { parseTelegramMarkdown } from '../src/markup/telegram-markdown.ts';

const parsed = (text: string, spans: object[]) => ({ outcome: 'parsed', text, spans });
const invalid = (reason: string) => ({ outcome: 'invalid', reason });

test.each([
  [
    '<b>a<i>b</i></b>',
    'ab',
    [
      { type: 'italic', offset: 1, length: 1 },
      { type: 'bold', offset: 0, length: 2 },
    ],
  ],
  ['1 &lt; 2 &amp;&#33; &nbsp;', '1 < 2 &! &nbsp;', []],
  ['<span class="tg-spoiler">x</span>', 'x', [{ type: 'spoiler', offset: 0, length: 1 }]],
  ['<pre><code class="language-ts">x</code></pre>', 'x', [{ type: 'pre', offset: 0, length: 1, language: 'ts' }]],
  ['<a href="https://e.com">x</a>', 'x', [{ type: 'link', offset: 0, length: 1, url: 'https://e.com' }]],
  ['<blockquote expandable>q</blockquote>', 'q', [{ type: 'quote', offset: 0, length: 1 }]],
])('Telegram HTML %s is understood', (source, text, spans) => {
  expect(parseTelegramHtml(source)).toEqual(parsed(text, spans));
});

test.each([
  ['я <h1>x</h1>', 'Unsupported start tag "h1" at byte offset 3'],
  ['<span>x</span>', 'Unsupported start tag "span" at byte offset 0'],
  ['a < b', 'Unsupported start tag "" at byte offset 2'],
  ['a</b>', 'Unexpected end tag at byte offset 1'],
  ['<b>a</i>', 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
  ['<b>a', 'Can\'t find end tag corresponding to start tag "b"'],
  ['<b', 'Unclosed start tag at byte offset 0'],
])('Telegram HTML %s is refused', (source, reason) => {
  expect(parseTelegramHtml(source)).toEqual(invalid(reason));
});

test.each([
  ['*b* _i_ __u__ ~s~ ||p||', 'b i u s p', ['bold', 'italic', 'underline', 'strikethrough', 'spoiler']],
  ['*a _b_*', 'a b', ['italic', 'bold']],
  ['`x.y` \\. \\_', 'x.y . _', ['code']],
  ['[a\\.b](https://e.com/\\))', 'a.b', ['link']],
  ['>q1\n>q2\nrest', 'q1\nq2\nrest', ['quote']],
  ['```ts\nlet a = 1.5;\n```', 'let a = 1.5;\n', ['pre']],
])('Telegram MarkdownV2 %s is understood', (source, text, types) => {
  const result = parseTelegramMarkdown(source);
  expect(result).toMatchObject({ outcome: 'parsed', text });
  if (result.outcome === 'parsed') expect(result.spans.map(({ type }) => type)).toEqual(types);
});

test.each([
  ['1.5', "Character '.' is reserved and must be escaped with the preceding '\\'"],
  ['я *b', "Can't find end of Bold entity at byte offset 3"],
  ['`x', "Can't find end of Code entity at byte offset 0"],
  ['*a _b* c_', "Can't find end of Italic entity at byte offset 3"],
  ['[a](b', "Can't find end of a URL at byte offset 4"],
  ['a-b', "Character '-' is reserved and must be escaped with the preceding '\\'"],
])('Telegram MarkdownV2 %s is refused', (source, reason) => {
  expect(parseTelegramMarkdown(source)).toEqual(invalid(reason));
});

test.each([
  [
    '**b** *i* ~~s~~ ++u++ `c` ^^h^^',
    'b i s u c h',
    ['bold', 'italic', 'strikethrough', 'underline', 'code', 'highlight'],
  ],
  ['# Head\n> quote', 'Head\nquote', ['heading', 'quote']],
  ['snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4', []],
  ['[l](https://e.com) \\*x\\*', 'l *x*', ['link']],
  ['```\na *b*\n```', '\na *b*\n', ['code']],
  ['**open', '**open', []],
])('MAX Markdown %s is shown', (source, text, types) => {
  const result = parseMaxMarkdown(source);
  expect(result.text).toBe(text);
  expect(result.spans.map(({ type }) => type)).toEqual(types);
});

test('MAX HTML keeps known tags and strips the rest', () => {
  expect(parseMaxHtml('<b>a</b><script>b</script> &lt;<mark>c</mark> <a href="https://e.com/?a&amp;b">d</a>')).toEqual({
    text: 'ab <c d',
    spans: [
      { type: 'bold', offset: 0, length: 1 },
      { type: 'highlight', offset: 4, length: 1 },
      { type: 'link', offset: 6, length: 1, url: 'https://e.com/?a&b' },
    ],
  });
});
