import type { IncomingHttpHeaders } from 'node:http';
import { isSameOrigin } from '#http';
import { AppError } from '#lib/app-error.ts';

type Asked = { method: string; host: string; headers: IncomingHttpHeaders };

/** A cookie comes along wherever a request was made; what changes something must come from our own pages. */
export function requireSameOrigin(asked: Asked): void {
  if (['GET', 'HEAD'].includes(asked.method) || isSameOrigin(asked.headers, asked.host)) return;
  throw new AppError('forbidden', 'A signed-in browser may change something from the dashboard itself only.');
}
