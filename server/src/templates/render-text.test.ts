import { describe, expect, it } from 'vitest';
import { checkMarkup } from '#messengers';
import { problemOfMarkup, renderText } from './render-text.ts';
import { pickText } from './texts.ts';
import { variablesIn } from './variables.ts';

const render = (text: string, format: 'plain' | 'markdown' | 'html', variables: Record<string, string> = {}) => {
  const rendered = renderText(text, format, variables);
  if (!rendered.ok) throw new Error(JSON.stringify(rendered));
  return rendered;
};

const nasty = [
  ...['<b>', '*x*', '**bold**', '_a_', '`code`', '```\nblock\n```', '[a](https://evil.example)', '~~s~~', '\\', '\\*'],
  ...[
    '&amp;',
    '&',
    '&#60;',
    '</b>',
    '<a href="javascript:x">',
    '"',
    "'",
    '{{ other }}',
    '{{x}}',
    ']',
    '](',
    ')',
    '[',
    '<',
  ],
  ...[
    '',
    ' ',
    '  x  ',
    '\n',
    'a\nb',
    '👩‍👩‍👧‍👦',
    'ꡀ0ꡁ',
    'ꡀ',
    'https://ꡀ0ꡁ',
    '$&',
    '$1',
    '%',
    'Ж',
    '__proto__',
    '-',
    '#',
    '|',
  ],
];

/** The same texts on every run: deterministic, and of all the pieces that mean something somewhere. */
function* values(count: number): Generator<string> {
  let state = 20261115;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  yield* nasty;
  for (let n = 0; n < count; n += 1) yield Array.from({ length: next(6) }, () => nasty[next(nasty.length)]).join('');
}

describe('a value', () => {
  const frames: [format: 'plain' | 'markdown' | 'html', text: string, before: string, after: string][] = [
    ['plain', 'Hi {{x}}!', 'Hi ', '!'],
    ['plain', '**{{x}}** <b>', '**', '** <b>'],
    ['markdown', 'Hi {{ x }}!', 'Hi ', '!'],
    ['markdown', '**Hi {{x}}!** _a_', 'Hi ', '! a'],
    ['markdown', 'a`{{x}}`b', 'a', 'b'],
    ['markdown', '```\n-{{x}}-\n```', '-', '-'],
    ['markdown', '[to {{x}} now](https://a.example)', 'to ', ' now'],
    ['markdown', '{{x}}', '', ''],
    ['markdown', '~~*{{x}}*~~', '', ''],
    ['html', 'Hi {{x}}!', 'Hi ', '!'],
    ['html', '<b>Hi <i>{{x}}</i></b>', 'Hi ', ''],
    ['html', '<code>{{x}}</code>&lt;', '', '<'],
    ['html', '<pre>{{x}}</pre>', '', ''],
    ['html', '<a href="https://a.example/">{{x}}</a>', '', ''],
  ];
  it.each(frames)('in %s appears letter for letter: %s', (format, text, before, after) => {
    for (const x of values(300)) {
      const rendered = render(text, format, { x, other: 'OTHER' });
      expect(rendered.plainText, JSON.stringify(x)).toBe(before + x + after);
      // The adapters read again what goes out.
      const { length } = rendered.plainText;
      expect(checkMarkup(rendered.text, rendered.format), JSON.stringify(x)).toEqual({ ok: true, length });
    }
  });

  it('keeps the formatting around it, whatever it is', () => {
    for (const x of values(100).filter((value) => value !== '')) {
      expect(render('**{{x}}**', 'markdown', { x }).text).toMatch(/^<b>[^<]*<\/b>$/s);
      expect(render('`{{x}}`', 'markdown', { x }).text).toMatch(/^<code>[^<]*<\/code>$/s);
      expect(render('<u>{{x}}</u>', 'html', { x }).text).toMatch(/^<u>[^<]*<\/u>$/s);
    }
  });

  it('that is empty leaves no empty formatting behind', () => {
    for (const [format, text] of [
      ['markdown', 'a **{{x}}** `{{x}}` [{{x}}](https://a.example) b'],
      ['html', 'a <b>{{x}}</b> <code>{{x}}</code> <a href="https://a.example">{{x}}</a> b'],
    ] as const) {
      expect(render(text, format, { x: '' })).toMatchObject({ text: 'a    b', format: 'plain' });
    }
  });

  it('inside an address is encoded, so that it stays one part of it', () => {
    const x = 'a b/c?d=e&f"<>)(';
    const address = 'https://a.example/u/a%20b%2Fc%3Fd%3De%26f%22%3C%3E)(?q=1';
    expect(render('[me](https://a.example/u/{{x}}?q=1)', 'markdown', { x }).text).toBe(`<a href="${address}">me</a>`);
    expect(render('<a href="https://a.example/u/{{x}}?q=1">me</a>', 'html', { x }).text).toBe(
      `<a href="${address}">me</a>`,
    );
  });

  it('that begins an address is the address, and has to be one', () => {
    const url = 'https://a.example/x?y=1&z=(2)';
    for (const [format, text] of [
      ['markdown', '[me]({{ url }})'],
      ['html', '<a href="{{ url }}">me</a>'],
      ['html', "<a href = '{{ url }}'>me</a>"],
    ] as const) {
      expect(render(text, format, { url }).text).toBe('<a href="https://a.example/x?y=1&amp;z=(2)">me</a>');
      expect(problemOfMarkup(text, format)).toBeUndefined();
      for (const bad of ['javascript:alert(1)', 'x', '', '/path', `https://a.example/${'x'.repeat(2048)}`]) {
        expect(renderText(text, format, { url: bad })).toEqual({
          ok: false,
          problem: expect.stringContaining('a link must'),
        });
      }
    }
    expect(render('](]({{url}}', 'markdown', { url: 'u' }).plainText).toBe('](](u');
    expect(render('](]({{url}} https://{{url}}', 'markdown', { url: 'u' }).plainText).toBe('](](u https://u');
  });
});

describe('a variable', () => {
  it('is a name in double braces, with blanks or without; anything else stays as it is', () => {
    const text = '{{a}} {{ b1 }} {{\tC_\t}} {{1a}} {{a-b}} {{a b}} {{}} { {a} } {{ä}} {{a.b}} {{#a}} {{{a}}} {{a}';
    expect(variablesIn(text)).toEqual(['a', 'b1', 'C_']);
    expect(render(text, 'plain', { a: '1', b1: '2', C_: '3' }).text).toBe(
      '1 2 3 {{1a}} {{a-b}} {{a b}} {{}} { {a} } {{ä}} {{a.b}} {{#a}} {1} {{a}',
    );
  });

  it('that is missing is named, once, in the order of use', () => {
    expect(renderText('{{b}} {{a}} {{b}} {{c}}', 'markdown', { c: '' })).toEqual({ ok: false, missing: ['b', 'a'] });
    expect(renderText('{{constructor}} {{__proto__}}', 'plain', {})).toEqual({
      ok: false,
      missing: ['constructor', '__proto__'],
    });
  });

  it('does not make good markup bad, nor bad markup good', () => {
    for (const [format, text] of [
      ['markdown', '**{{a}}** [{{b}}](https://a.example/{{c}}) `{{d}}`'],
      ['html', '<b>{{a}}</b> <a href="https://a.example/{{c}}">{{b}}</a>'],
      ['plain', '<b>{{a}}'],
    ] as const) {
      expect(problemOfMarkup(text, format)).toBeUndefined();
    }
    expect(problemOfMarkup('<b>{{a}}', 'html')).toContain('not closed');
    expect(problemOfMarkup('<{{a}}>', 'html')).toContain('begins no known tag');
    expect(problemOfMarkup('<a href="ftp://{{a}}">x</a>', 'html')).toContain('http');
    expect(problemOfMarkup('[x](ftp://{{a}})', 'markdown')).toContain('http');
  });
});

it('people read their own language, else the fallback, else the other one', () => {
  const all = { ru: 'р', en: 'e', fallback: 'f' };
  expect([pickText(all, 'ru'), pickText(all, 'en')]).toEqual(['р', 'e']);
  expect([pickText({ ru: 'р', fallback: 'f' }, 'en'), pickText({ fallback: 'f' }, 'ru')]).toEqual(['f', 'f']);
  expect([pickText({ ru: 'р' }, 'en'), pickText({ en: 'e' }, 'ru')]).toEqual(['р', 'e']);
});

it('a text is rendered in time that grows with its length', () => {
  const started = performance.now();
  for (const format of ['plain', 'markdown', 'html'] as const) renderText('{{a}}'.repeat(20_000), format, { a: '*' });
  const rivals = Array.from({ length: 1_000 }, (_, n) => `ꡀ${n}ꡂ`).join('{{a}}');
  expect(render(rivals, 'markdown', { a: '*' }).plainText).toBe(rivals.replaceAll('{{a}}', '*'));
  expect(performance.now() - started).toBeLessThan(3_000);
});
