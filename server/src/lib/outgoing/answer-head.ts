import type { IncomingHttpHeaders } from 'node:http';
import { type Failed, fail } from './failure.ts';
import { remember } from './remember.ts';

/** Status line and headers of an answer, and what they say about its body and its connection. */
export type AnswerHead = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Bytes, or how the end is told. */
  body: number | 'chunked' | 'until_close';
  /** For so long the other side may be expected to keep the connection; 0 where it will close it. */
  keepMs: number;
};

export type ParsedHead = { ok: true; head: AnswerHead } | Failed;

// Many servers close an idle connection after 5 s. A hint counts less the time that a request may be under way.
const idleMs = 4_000;
const longestIdleMs = 30_000;
const underWayMs = 2_000;

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/;

export const notHttp = fail('protocol_error', 'the answer is not valid HTTP/1.1');

/** What differs between the answers of one server within a second is little: some lengths. */
const mostRemembered = 200;
const longestRemembered = 1_000;

const parseRemembered = remember(mostRemembered, parse);

export function parseHead(text: string): ParsedHead {
  return text.length > longestRemembered ? parse(text) : parseRemembered(text);
}

/** Strict: whatever could be read in two ways (folded lines, two lengths, a length beside chunks) is refused. */
function parse(text: string): ParsedHead {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, code] = statusLine.exec(first) ?? [];
  if (code === undefined) return notHttp;
  const headers = collect(lines);
  const status = Number(code);
  const body = headers && bodyOf(status, headers);
  if (headers === undefined || body === undefined) return notHttp;
  return { ok: true, head: { status, headers, body, keepMs: body === 'until_close' ? 0 : keepMsOf(headers, minor) } };
}

/** A header that comes twice is a list. Undefined where a line is no header. */
function collect(lines: string[]): IncomingHttpHeaders | undefined {
  // Without a prototype: the other side chooses the names.
  const headers: IncomingHttpHeaders = Object.create(null);
  for (const line of lines) {
    const [, spelled, padded = ''] = headerLine.exec(line) ?? [];
    if (spelled === undefined) return undefined;
    const [name, value] = [spelled.toLowerCase(), padded.trimEnd()];
    if (name === 'set-cookie') headers[name] = [...(headers[name] ?? []), value];
    else headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return Object.freeze(headers);
}

function bodyOf(status: number, headers: IncomingHttpHeaders): AnswerHead['body'] | undefined {
  const length = headers['content-length'];
  const codings = headers['transfer-encoding'];
  if (codings !== undefined && length !== undefined) return undefined;
  if (status < 200 || status === 204 || status === 304) return 0;
  if (codings !== undefined) return /(?:^|,)[\t ]*chunked$/i.test(codings) ? 'chunked' : 'until_close';
  if (length === undefined) return 'until_close';
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function keepMsOf(headers: IncomingHttpHeaders, minor: string | undefined): number {
  const options = (headers.connection ?? '').toLowerCase();
  if (options.includes('close') || (minor === '0' && !options.includes('keep-alive'))) return 0;
  const hint = /timeout=(\d+)/i.exec(String(headers['keep-alive'] ?? ''));
  return hint === null ? idleMs : Math.max(0, Math.min(longestIdleMs, Number(hint[1]) * 1000 - underWayMs));
}
