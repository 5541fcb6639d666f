import { remember } from './remember.ts';

/** Names and values, in the order in which they are sent. */
export type RequestHeaders = readonly (readonly [name: string, value: string])[];

/** The head of a request as it is written. Throws on what cannot be written: a mistake of the caller. */
export type RequestHead = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the query, as the URL parser leaves it. */
  path: string;
  host: string;
  userAgent: string;
  headers: RequestHeaders;
  /** Bytes; undefined without a body. */
  bodyLength: number | undefined;
};

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;
const path = /^\/[\x21-\x7e]*$/;
/** What the connection and the URL decide. */
const reserved = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te']);

type NameKind = 'ordinary' | 'user-agent' | 'reserved' | 'invalid';

const kindOf = remember(1_000, (name): NameKind => {
  const lower = name.toLowerCase();
  if (!headerName.test(name)) return 'invalid';
  if (lower === 'user-agent') return lower;
  return reserved.has(lower) ? 'reserved' : 'ordinary';
});

/** ASCII and nothing else, so it may be written together with a body of any encoding. */
export function requestHead(request: RequestHead): string {
  if (!path.test(request.path)) throw new TypeError('invalid path');
  let text = `${request.method} ${request.path} HTTP/1.1\r\nhost: ${request.host}\r\nconnection: keep-alive\r\n`;
  let hasUserAgent = false;
  for (const [name, value] of request.headers) {
    const kind = kindOf(name);
    if (kind === 'reserved') throw new TypeError(`The header ${name} follows from the request and cannot be given.`);
    if (kind === 'invalid' || !headerValue.test(value)) throw new TypeError(`invalid header ${name}`);
    hasUserAgent ||= kind === 'user-agent';
    text += `${name}: ${value}\r\n`;
  }
  if (!hasUserAgent) text += `user-agent: ${request.userAgent}\r\n`;
  if (request.bodyLength !== undefined) text += `content-length: ${request.bodyLength}\r\n`;
  return `${text}\r\n`;
}
