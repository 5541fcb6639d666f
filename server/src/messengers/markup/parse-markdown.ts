import { problemOfAddress } from './link-address.ts';
import { addText, type Parsed, type Span } from './span.ts';

type Style = 'bold' | 'italic' | 'strike';
type Frame = { type: Style | 'link'; marker: string; spans: Span[] };

const styles: Readonly<Record<string, Style>> = {
  '**': 'bold',
  __: 'bold',
  '~~': 'strike',
  '*': 'italic',
  _: 'italic',
};
const punctuation = /^[!-/:-@[-`{-~]$/;
const fence = '```';
// Up to two levels of parentheses, as in an encyclopaedia's addresses.
const address = /\(((?:[^\s()]|\([^\s()]{0,2000}\)){0,2100})\)/y;
const isSpace = (character: string) => character === '' || /\s/u.test(character);
const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** One pass with a stack: a marker that never closes stays the text that it is. */
export function parseMarkdown(source: string): Parsed {
  const root: Span[] = [];
  const frames: Frame[] = [];
  const here = (): Span[] => frames.at(-1)?.spans ?? root;
  const isOpen = (type: Frame['type']): boolean => frames.some((frame) => frame.type === type);
  const turnIntoText = () => {
    const frame = frames.pop();
    if (!frame) return;
    addText(here(), frame.marker);
    for (const span of frame.spans) append(here(), span);
  };
  /** Takes the open frame, dropping unclosed ones above it. */
  const takeFrame = (matches: (frame: Frame) => boolean): Frame | undefined => {
    if (!frames.some(matches)) return undefined;
    for (;;) {
      const top = frames.at(-1);
      if (!top || matches(top)) return frames.pop();
      turnIntoText();
    }
  };

  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '\\' && punctuation.test(source.charAt(at + 1))) {
      addText(here(), source.charAt(at + 1));
      at += 2;
    } else if (character === '`') {
      const code = readCode(source, at);
      if (code) here().push(code.span);
      else addText(here(), character);
      at = code?.end ?? at + 1;
    } else if (character === '[') {
      // The innermost bracket is the link; what was open around it is text.
      while (isOpen('link')) turnIntoText();
      frames.push({ type: 'link', marker: '[', spans: [] });
      at += 1;
    } else if (character === ']') {
      const url = isOpen('link') ? readAddress(source, at + 1) : undefined;
      const frame = url && takeFrame(({ type }) => type === 'link');
      if (url && frame && frame.spans.length > 0) {
        const problem = problemOfAddress(url.address);
        if (problem) return { ok: false, problem };
        here().push({ type: 'link', url: url.address, spans: frame.spans });
        at = url.end;
      } else {
        if (frame) addText(here(), frame.marker);
        while (isOpen('link')) turnIntoText();
        addText(here(), character);
        at += 1;
      }
    } else {
      const marker = readMarker(source, at, frames.at(-1));
      const type = marker && styles[marker];
      if (!type) {
        addText(here(), character);
        at += 1;
        continue;
      }
      // An underscore inside a word is a letter: snake_case_name stays as it is.
      const isLetter = (neighbour: string) => marker.startsWith('_') && isWord(neighbour);
      const before = source.charAt(at - 1);
      const after = source.charAt(at + marker.length);
      const frame = isSpace(before) || isLetter(after) ? undefined : takeFrame((open) => open.marker === marker);
      if (frame && frame.spans.length > 0) here().push({ type, spans: frame.spans });
      else if (frame) addText(here(), marker + marker);
      else if (isSpace(after) || isLetter(before) || isOpen(type)) addText(here(), marker);
      else frames.push({ type, marker, spans: [] });
      at += marker.length;
    }
  }
  while (frames.length > 0) turnIntoText();
  return { ok: true, spans: root };
}

function append(spans: Span[], span: Span): void {
  if (span.type === 'text') addText(spans, span.text);
  else spans.push(span);
}

/** The longest marker here; of a run such as `***` first the part that closes what is open. */
function readMarker(source: string, at: number, top: Frame | undefined): string | undefined {
  const character = source.charAt(at);
  if (character === '~') return source.startsWith('~~', at) ? '~~' : undefined;
  if (character !== '*' && character !== '_') return undefined;
  const double = character + character;
  const isTriple = source.startsWith(double + character, at);
  if (isTriple && top?.marker === character) return character;
  return source.startsWith(double, at) ? double : character;
}

function readCode(source: string, at: number): { span: Span; end: number } | undefined {
  const isBlock = source.startsWith(fence, at);
  const marker = isBlock ? fence : '`';
  const from = at + marker.length;
  const end = source.indexOf(marker, from);
  if (end <= from) return undefined;
  const inside = source.slice(from, end);
  if (!isBlock) return { span: { type: 'code', text: inside }, end: end + 1 };
  // The first line may name a language, which not every messenger shows.
  const text = inside.replace(/^[\w+#-]*\n/, '').replace(/\n$/, '');
  return text === '' ? undefined : { span: { type: 'pre', text }, end: end + fence.length };
}

function readAddress(source: string, at: number): { address: string; end: number } | undefined {
  address.lastIndex = at;
  const match = address.exec(source);
  return match ? { address: (match[1] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'), end: address.lastIndex } : undefined;
}
