import type { Format } from '../messenger.ts';
import { parseMarkup } from './index.ts';
import { problemOfAddress } from './link-address.ts';
import { renderHtml } from './render-html.ts';
import { addText, plainText, type Span } from './span.ts';

/** Text as it is written, or a place in it and the words that go there; null where they are not known yet. */
export type TextPart = string | { fill: string | null };

/** Without any formatting it is plain, else HTML. `plainText` is what people read. */
export type Filled =
  | { ok: true; text: string; format: 'plain' | 'html'; plainText: string }
  | { ok: false; problem: string };

type Place = { fill: string | null; beginsAddress: boolean };

/**
 * The markup is read before its places are filled, so that words stay words whatever they look like: in code, in a link's
 * address (percent-encoded, unless they begin it), and where they are empty. An unknown word counts as one letter.
 */
export function fillMarkup(parts: readonly TextPart[], format: Format): Filled {
  if (format === 'plain') {
    const text = parts.map((part) => (typeof part === 'string' ? part : wordOf(part))).join('');
    return { ok: true, text, format: 'plain', plainText: text };
  }
  const { source, pattern, places } = markPlaces(parts);
  const parsed = parseMarkup(source, format);
  if (!parsed.ok) return parsed;
  const put = (text: string, wordAt: (place: Place) => string): string =>
    text.replace(pattern, (_, scheme: string | undefined, index: string) => {
      const place = places[Number(index)];
      if (place === undefined) throw new Error('a place that was not marked');
      return (place.beginsAddress ? '' : (scheme ?? '')) + wordAt(place);
    });
  const spans = fillSpans(parsed.spans, {
    text: (text) => put(text, wordOf),
    address: (url) => put(url, addressPartOf),
  });
  const problem = problemOfLinks(spans);
  if (problem !== undefined) return { ok: false, problem };
  const plain = plainText(spans);
  const isPlain = spans.every(({ type }) => type === 'text');
  return { ok: true, text: isPlain ? plain : renderHtml(spans), format: isPlain ? 'plain' : 'html', plainText: plain };
}

const wordOf = ({ fill }: { fill: string | null }): string => fill ?? 'x';

function addressPartOf({ fill, beginsAddress }: Place): string {
  if (beginsAddress) return fill ?? 'https://a.example';
  return encodeURIComponent((fill ?? 'x').toWellFormed());
}

/** Characters before a place that tell whether it begins an address. */
const LOOK_BACK = 30;
const addressBegins = /(?:\]\(|href\s*=\s*["'])$/i;

/** A place is a word to the parsers, of a script that nobody writes any more. */
function markPlaces(parts: readonly TextPart[]): { source: string; pattern: RegExp; places: Place[] } {
  const written = parts.filter((part) => typeof part === 'string').join('\n');
  let n = 0;
  while (written.includes(`ꡀ${n}ꡂ`)) n += 1;
  const open = `ꡀ${n}ꡂ`;
  const places: Place[] = [];
  const source = parts.map((part, index) => {
    if (typeof part === 'string') return part;
    // The parsers take only addresses for links: a place that begins one has to look like it.
    const before = parts[index - 1];
    const beginsAddress = typeof before === 'string' && addressBegins.test(before.slice(-LOOK_BACK));
    places.push({ fill: part.fill, beginsAddress });
    return `${beginsAddress ? 'https://' : ''}${open}${places.length - 1}ꡁ`;
  });
  return { source: source.join(''), pattern: new RegExp(`(https://)?${open}(\\d+)ꡁ`, 'g'), places };
}

type Fill = { text(text: string): string; address(url: string): string };

/** Whatever holds nothing any more is left out. */
function fillSpans(spans: readonly Span[], fill: Fill): Span[] {
  const filled: Span[] = [];
  for (const span of spans) {
    if (span.type === 'text') {
      addText(filled, fill.text(span.text));
    } else if ('text' in span) {
      const text = fill.text(span.text);
      if (text !== '') filled.push({ ...span, text });
    } else {
      const inner = fillSpans(span.spans, fill);
      if (plainText(inner) === '') continue;
      filled.push(
        span.type === 'link' ? { ...span, url: fill.address(span.url), spans: inner } : { ...span, spans: inner },
      );
    }
  }
  return filled;
}

function problemOfLinks(spans: readonly Span[]): string | undefined {
  for (const span of spans) {
    if ('text' in span) continue;
    const problem = (span.type === 'link' ? problemOfAddress(span.url) : undefined) ?? problemOfLinks(span.spans);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
