import type { IncomingMessage } from 'node:http';

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export const isLoopbackHost = (host: string): boolean => loopbackName.test(host) || host === '::1';

/** Why a request is refused, or null. Stops DNS rebinding (Host) and pages of other sites (Origin). */
export function problemOfRequest(request: IncomingMessage, port: number): string | null {
  const host = /^(.+?)(?::(\d+))?$/.exec(request.headers.host ?? '');
  if (!host?.[1] || !loopbackName.test(host[1]) || Number(host[2] ?? 80) !== port) {
    return 'The sandbox answers only under a loopback address.';
  }
  const { origin } = request.headers;
  const safe = request.method === 'GET' || request.method === 'HEAD';
  if (origin === undefined || safe) return null;
  return origin === `http://${request.headers.host}` ? null : 'Requests from other sites are refused.';
}
