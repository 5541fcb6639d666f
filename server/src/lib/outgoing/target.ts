import { isIP } from 'node:net';
import { remember } from './remember.ts';

/** Where a URL leads, after the URL parser has normalised every spelling of an address. */
export type Target = {
  /** Scheme, host and port; names the kept connections too. */
  origin: string;
  /** As the request names it: with the port where that is not the scheme's own. */
  host: string;
  isTls: boolean;
  /** As written into the lookup; may end in a dot. */
  hostname: string;
  /** Lower case, without brackets and final dot: for allow-lists and TLS. */
  name: string;
  isLiteral: boolean;
  port: number;
  /** With the query. */
  path: string;
};

export type ParsedTarget = { ok: true; target: Target } | { ok: false; problem: string };

/** Longer ones are refused by many servers. */
const longestUrl = 8192;

const refuse = (problem: string): ParsedTarget => ({ ok: false, problem });

export const parseTarget = remember(10_000, parse);

function parse(text: string): ParsedTarget {
  if (text.length > longestUrl) return refuse(`the URL is longer than ${longestUrl} characters`);
  // The URL parser drops tabs and line ends: what was stored would not be what is called.
  if (/[\p{Cc}\s]/u.test(text)) return refuse('the URL contains spaces or control characters');
  const url = URL.parse(text);
  if (url === null) return refuse('this is not a valid URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse('the URL must begin with http:// or https://');
  if (url.username !== '' || url.password !== '' || hasUserinfo(text)) {
    return refuse('the URL must not contain a user name or password');
  }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const name = hostname.replace(/\.$/, '');
  if (name === '' || name.split('.').includes('')) return refuse('the URL has no valid host');
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  if (port === 0) return refuse('the URL has no valid port');
  const isLiteral = isIP(name) !== 0;
  return {
    ok: true,
    target: {
      origin: url.origin,
      host: url.host,
      isTls,
      hostname,
      name,
      isLiteral,
      port,
      path: url.pathname + url.search,
    },
  };
}

/** Empty credentials (`http://@host`, `http://:@host`) leave no trace in the parsed URL. */
const hasUserinfo = (text: string): boolean => /^[a-z]+:[/\\]*[^/\\?#]*@/i.test(text);
