import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';

const folder = new URL('../../phone/', import.meta.url);
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export type PhoneFiles = { send(response: ServerResponse, name: string): boolean };

/** The page and its parts: few and small, so they are read once. */
export function loadPhoneFiles(): PhoneFiles {
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(folder))
    if (types[extname(name)]) files.set(name, readFileSync(new URL(name, folder)));
  return {
    send(response, name) {
      const file = files.get(name);
      if (!file) return false;
      response.writeHead(200, {
        'content-type': types[extname(name)],
        'content-length': file.length,
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      });
      response.end(file);
      return true;
    },
  };
}
