import { readEntity } from './html-entity.ts';
import { problemOfAddress } from './link-address.ts';
import { addText, type Parsed, plainText, type Span } from './span.ts';

const styles = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  u: 'underline',
  ins: 'underline',
} as const;
const known = [...Object.keys(styles), 'code', 'pre', 'a'];
const startTag = /<([a-z][a-z0-9-]*)((?:\s+[a-z-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*>/iy;
const text = /[^<&]+/y;
const endTag = /<\/([a-z][a-z0-9-]*)\s*>/iy;
const deepest = 20;

type Frame = { tag: string; url: string; spans: Span[] };

class MarkupProblem extends Error {}

/** Strict: whatever is not one of the few tags is a problem, told before anything is sent. */
export function parseHtml(source: string): Parsed {
  try {
    return { ok: true, spans: read(source) };
  } catch (error) {
    if (error instanceof MarkupProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

function read(source: string): Span[] {
  const root: Span[] = [];
  const frames: Frame[] = [];
  const here = (): Span[] => frames.at(-1)?.spans ?? root;
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '<') {
      at = readTag(source, at, frames, root);
    } else if (character === '&') {
      const entity = readEntity(source, at);
      if ('problem' in entity) throw new MarkupProblem(entity.problem);
      addText(here(), entity.text);
      at = entity.end;
    } else {
      text.lastIndex = at;
      addText(here(), text.exec(source)?.[0] ?? '');
      at = text.lastIndex;
    }
  }
  const unclosed = frames.at(-1);
  if (unclosed) throw new MarkupProblem(`the tag <${unclosed.tag}> is not closed`);
  return root;
}

function readTag(source: string, at: number, frames: Frame[], root: Span[]): number {
  endTag.lastIndex = at;
  const end = endTag.exec(source);
  if (end) {
    const tag = (end[1] ?? '').toLowerCase();
    const frame = frames.pop();
    if (frame?.tag !== tag)
      throw new MarkupProblem(frame ? `</${tag}> comes before </${frame.tag}>` : `</${tag}> closes nothing`);
    const span = spanOf(frame);
    if (plainText([span]) !== '') (frames.at(-1)?.spans ?? root).push(span);
    return endTag.lastIndex;
  }
  startTag.lastIndex = at;
  const start = startTag.exec(source);
  if (!start) throw new MarkupProblem('a < that begins no known tag; write &lt;');
  const tag = (start[1] ?? '').toLowerCase();
  if (!known.includes(tag)) throw new MarkupProblem(`the tag <${tag}> is not supported`);
  const url = readAttributes(tag, start[2] ?? '');
  const around = frames.at(-1)?.tag;
  // <pre><code> is how code blocks are usually written; both together are one block.
  const isBlock = tag === 'code' && around === 'pre';
  if (!isBlock && frames.some((frame) => frame.tag === 'code' || frame.tag === 'pre')) {
    throw new MarkupProblem(`<${tag}> inside code`);
  }
  if (tag === 'a' && frames.some((frame) => frame.tag === 'a')) throw new MarkupProblem('a link inside a link');
  if (frames.length >= deepest) throw new MarkupProblem('tags are nested too deep');
  frames.push({ tag, url, spans: [] });
  return startTag.lastIndex;
}

/** A link's address; nothing else may have attributes but code, whose language is not shown everywhere. */
function readAttributes(tag: string, source: string): string {
  const attributes = [...source.matchAll(/([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
    ([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? ''] as const,
  );
  for (const [name, value] of attributes) {
    const isFine = (tag === 'a' && name === 'href') || (tag === 'code' && name === 'class' && /^language-/.test(value));
    if (!isFine) throw new MarkupProblem(`the attribute ${name} of <${tag}> is not supported`);
  }
  if (tag !== 'a') return '';
  const [href, ...others] = attributes;
  if (!href || others.length > 0) throw new MarkupProblem('<a> needs exactly one href');
  const url = decode(href[1]);
  const problem = problemOfAddress(url);
  if (problem) throw new MarkupProblem(problem);
  return url;
}

function decode(source: string): string {
  return source.replace(/&[^;&\s]*;?/g, (found) => {
    const entity = readEntity(found, 0);
    if ('problem' in entity) throw new MarkupProblem(entity.problem);
    return entity.text + found.slice(entity.end);
  });
}

function spanOf({ tag, url, spans }: Frame): Span {
  if (tag === 'a') return { type: 'link', url, spans };
  if (tag === 'code' || tag === 'pre') return { type: tag, text: plainText(spans) };
  return { type: styles[tag as keyof typeof styles], spans };
}
