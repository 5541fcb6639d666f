import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#lib/app-error.ts';

type Asked = { method: string; host: string; headers: IncomingHttpHeaders };

/**
 * Whether a page of this very host sent the request. Browsers say so by Sec-Fetch-Site, which no script can set, but
 * only over https and on localhost; elsewhere the Origin's host must be the one that was asked.
 */
export function isSameOrigin({ headers, host }: Pick<Asked, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host === host;
}

/** A cookie comes along wherever a request was made; what changes something must come from our own pages. */
export function requireSameOrigin(asked: Asked): void {
  if (['GET', 'HEAD'].includes(asked.method) || isSameOrigin(asked)) return;
  throw new AppError('forbidden', 'A signed-in browser may change something from the dashboard itself only.');
}
