import { describe, expect, it } from 'vitest';
import { checkMarkup, parseMarkup, plainLength, renderText } from './index.ts';
import { renderHtml } from './render-html.ts';
import { plainText, type Span } from './span.ts';

const html = (text: string, format: 'markdown' | 'html') => {
  const parsed = parseMarkup(text, format);
  return parsed.ok ? renderHtml(parsed.spans) : `problem: ${parsed.problem}`;
};

describe('Markdown', () => {
  it.each([
    ['**bold** and *italic* and _italic_', '<b>bold</b> and <i>italic</i> and <i>italic</i>'],
    ['~~gone~~ `code` ```\nblock\n```', '<s>gone</s> <code>code</code> <pre>block</pre>'],
    ['```js\nlet a;```', '<pre>let a;</pre>'],
    ['[the *site*](https://a.example/x?y=1&z=(2))', '<a href="https://a.example/x?y=1&amp;z=(2)">the <i>site</i></a>'],
    ['***both*** *a **b***', '<b><i>both</i></b> <i>a <b>b</b></i>'],
    ['`**not bold**`', '<code>**not bold**</code>'],
    ['**жирный** и _курсив_', '<b>жирный</b> и <i>курсив</i>'],
    ['[outer [inner](https://a.example)', '[outer <a href="https://a.example">inner</a>'],
    ['[a] b](https://a.example)', '[a] b](https://a.example)'],
  ])('%s is shown as %s', (source, shown) => expect(html(source, 'markdown')).toBe(shown));

  it.each([
    'a ** b',
    '**open',
    'a * b * c',
    '2*3',
    'snake_case_name',
    '_open',
    '~~open',
    '`open',
    '```open',
    '[open',
    '[text] (https://a.example)',
    '[text](https://a.example',
    '****',
    '____',
    '[](https://a.example)',
    '* item one',
    'a_b_',
  ])('%s has no marker that closes, so it stays text', (source) => {
    expect(parseMarkup(source, 'markdown')).toEqual({ ok: true, spans: [{ type: 'text', text: source }] });
  });

  it('takes a backslash before punctuation as an escape, and elsewhere as itself', () => {
    expect(html('\\*a\\* \\[b\\](c) \\\\ \\d', 'markdown')).toBe('*a* [b](c) \\ \\d');
  });

  it('keeps what was closed when an outer marker never closes', () => {
    expect(html('**a *b* c', 'markdown')).toBe('**a <i>b</i> c');
    expect(html('**a *b** c', 'markdown')).toBe('<b>a *b</b> c');
  });

  it.each(['javascript:alert(1)', 'tg://user?id=1', '/path', 'https://', 'ftp://a.example'])(
    'refuses a link to %s',
    (url) => {
      expect(checkMarkup(`[x](${url})`, 'markdown')).toEqual({ ok: false, problem: expect.stringContaining('http') });
    },
  );
});

describe('HTML', () => {
  it.each([
    ['<b>a</b><strong>b</strong>', '<b>a</b><b>b</b>'],
    ['<i>a</i><EM>b</EM>', '<i>a</i><i>b</i>'],
    ['<s>a</s><del>b</del><strike>c</strike>', '<s>a</s><s>b</s><s>c</s>'],
    ['<u>a</u><ins >b</ins >', '<u>a</u><u>b</u>'],
    ['<pre><code class="language-js">a &lt; b</code></pre>', '<pre>a &lt; b</pre>'],
    ["<a href='https://a.example/?a=1&amp;b=2'>x</a>", '<a href="https://a.example/?a=1&amp;b=2">x</a>'],
    ['AT&T &amp; &quot;&#1071;&#x1F600;&apos;', "AT&amp;T &amp; &quot;Я😀'"],
    ['a<b></b>b', 'ab'],
  ])('%s is shown as %s', (source, shown) => expect(html(source, 'html')).toBe(shown));

  it.each([
    '<b>a',
    'a</b>',
    '<b><i>a</b></i>',
    '<script>a</script>',
    '<br>',
    '<br/>',
    '<!-- a -->',
    '<b onclick="a">a</b>',
    '<a>a</a>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java&#115;cript:alert(1)">a</a>',
    '<a href="https://a.example" href="https://b.example">a</a>',
    '<a href="https://a.example"><a href="https://b.example">a</a></a>',
    '<a href=https://a.example>a</a>',
    '<code><b>a</b></code>',
    '<code class="x">a</code>',
    'a < b',
    '&nosuch;',
    '&#0;',
    '&#xD800;',
    '&#x110000;',
    '<b'.repeat(3),
    `${'<b>'.repeat(30)}a${'</b>'.repeat(30)}`,
  ])('%s is a problem', (source) => {
    expect(checkMarkup(source, 'html')).toEqual({ ok: false, problem: expect.stringMatching(/./) });
  });
});

const pieces = [
  'a',
  'Привет, ',
  '👩‍👩‍👧‍👦',
  'שלום',
  '\u202Eمرحبا\u202C',
  '🇷🇺',
  'é',
  '𝒳',
  '<',
  '>',
  '&',
  '"',
  "'",
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```',
  '[',
  ']',
  '(',
  ')',
];
const more = [
  '\\',
  '\n',
  ' ',
  'https://a.example',
  '](https://a.example)',
  '<b>',
  '</b>',
  '&lt;',
  '<a href="',
  '">',
  '#',
  '|',
  '\u0000',
];
const allowed = /<(?:\/?(?:b|i|s|u|code|pre)|a href="https?:\/\/[^"<>]*"|\/a)>/g;
const decode = (shown: string) =>
  shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The same texts on every run: a linear congruential generator. */
function* texts(count: number): Generator<string> {
  let state = 20261114;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all = [...pieces, ...more];
  for (let index = 0; index < count; index += 1) {
    yield Array.from({ length: next(30) }, () => all[next(all.length)] ?? '').join('');
  }
}

const depth = (spans: readonly Span[]): number =>
  Math.max(0, ...spans.map((span) => ('spans' in span ? 1 + depth(span.spans) : 1)));

describe('any text', () => {
  it('is rendered with nothing but the allowed tags, balanced, around exactly its plain text', () => {
    for (const text of texts(4_000)) {
      for (const format of ['plain', 'markdown', 'html'] as const) {
        const parsed = parseMarkup(text, format);
        if (!parsed.ok) continue;
        const shown = renderHtml(parsed.spans);
        const bare = shown.replace(allowed, '');
        expect(bare).not.toMatch(/[<>]/);
        expect(decode(bare)).toBe(plainText(parsed.spans));
        expect(depth(parsed.spans)).toBeLessThan(25);
        for (const tag of ['b', 'i', 's', 'u', 'code', 'pre', 'a']) {
          const opened = shown.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0;
          expect(shown.split(`</${tag}>`).length - 1).toBe(opened);
        }
      }
    }
  });

  it('survives exactly when it is plain or escaped', () => {
    for (const text of texts(3_000)) {
      const asHtml = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
      const asMarkdown = text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
      for (const [source, format] of [
        [text, 'plain'],
        [asHtml, 'html'],
        [asMarkdown, 'markdown'],
      ] as const) {
        const parsed = parseMarkup(source, format);
        expect(parsed.ok && plainText(parsed.spans)).toBe(text);
        expect(plainLength(source, format)).toBe(text.length);
      }
    }
  });

  it('is parsed in time that grows with its length', () => {
    for (const piece of ['**a ', '[', '[a](', '`', '```', '*_~~', '&', '<b>', '](', '[a](https://a.example/']) {
      const started = performance.now();
      for (const format of ['markdown', 'html'] as const) checkMarkup(piece.repeat(30_000), format);
      expect(performance.now() - started, piece).toBeLessThan(3_000);
    }
  });
});

describe('what goes to a messenger', () => {
  it('is plain where nothing is formatted, so that nothing needs escaping', () => {
    expect(renderText('a < b & c', 'plain')).toEqual({ ok: true, text: 'a < b & c', isHtml: false, length: 9 });
    expect(renderText('a \\* b', 'markdown')).toEqual({ ok: true, text: 'a * b', isHtml: false, length: 5 });
  });

  it('counts UTF-16 units without the markup', () => {
    expect(renderText('**👍** <', 'markdown')).toEqual({ ok: true, text: '<b>👍</b> &lt;', isHtml: true, length: 4 });
    expect(checkMarkup('<b>👍</b>', 'html')).toEqual({ ok: true, length: 2 });
    expect(plainLength('<b>broken', 'html')).toBe(9);
  });
});
