/** Light colouring of the few languages that the guide uses: comments, strings, numbers, words. Never wrong, at most plain. */
import { escapeHtml } from '../pages/escape-html.ts';

type Colour = 'comment' | 'string' | 'number' | 'name' | 'word';
/** Patterns are joined into one, in which ^ is the start of a line; they have no capturing groups. */
type Rule = [Colour, RegExp];

const STRING: Rule = ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/];
const NUMBER: Rule = ['number', /\b\d+(?:\.\d+)?\b/];

const SHELL: Rule[] = [
  ['comment', /(?<=^|\s)#[^\n]*/],
  // A quoted body may span lines.
  ['string', /"(?:[^"\\]|\\.)*"|'[^']*'/],
  ['name', /\$\{?\w+\}?|^[A-Z_]+(?==)|(?<=\s)[A-Z_]{3,}(?==)/],
  ['word', /(?<=^|[|&;] ?)(?:npm|npx|curl|openssl|export|docker|echo|cat)\b|(?<=\s)--?[A-Za-z][\w-]*/],
];
const SCRIPT: Rule[] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
  STRING,
  [
    'word',
    /\b(?:import|from|export|const|let|function|async|await|return|if|else|for|of|new|throw|type|true|false|null)\b/,
  ],
  NUMBER,
];
const JSON_RULES: Rule[] = [
  ['name', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/],
  STRING,
  ['word', /\b(?:true|false|null)\b/],
  NUMBER,
];
const HTTP: Rule[] = [
  ['word', /^(?:GET|POST|PUT|PATCH|DELETE|HTTP\/[\d.]+)(?=\s)/],
  ['name', /^[A-Za-z][\w-]*(?=: )/],
  ...JSON_RULES,
];

const LANGUAGES: Record<string, Rule[]> = {
  sh: SHELL,
  bash: SHELL,
  env: SHELL,
  ts: SCRIPT,
  js: SCRIPT,
  json: JSON_RULES,
  http: HTTP,
};

export function colourCode(code: string, language: string): string {
  const rules = LANGUAGES[language];
  if (rules === undefined) return escapeHtml(code);
  const any = new RegExp(rules.map(([, pattern]) => `(${pattern.source})`).join('|'), 'gm');
  let html = '';
  let end = 0;
  for (const match of code.matchAll(any)) {
    const colour = rules[match.slice(1).findIndex((group) => group !== undefined)]?.[0];
    html += escapeHtml(code.slice(end, match.index));
    html += `<span class="${colour ?? 'plain'}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
