import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of this very host sent the request. Browsers say so by Sec-Fetch-Site, which no script can set, but
 * only over https and on localhost; elsewhere the Origin's host must be the one that was asked, or `baseUrl` where that
 * is good enough. Our pages send no referrer, so forms then come with "Origin: null": over plain http a page needs its
 * script.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, host: string, baseUrl?: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  const isBase = baseUrl !== undefined && origin === new URL(baseUrl).origin;
  return isBase || URL.parse(origin)?.host === host;
}
