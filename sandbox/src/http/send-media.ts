import type { ServerResponse } from 'node:http';
import type { Files } from '../world/files.ts';

const shown = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm))$/;

/** Only pictures and films are shown; anything else is a download and never a page of this origin. */
export function sendMediaFile(response: ServerResponse, files: Files, id: string): boolean {
  const file = files.get(id);
  if (!file) return false;
  const safe = shown.test(file.mime);
  response.writeHead(200, {
    'content-type': safe ? file.mime : 'application/octet-stream',
    'content-length': file.bytes.length,
    'content-disposition': safe ? 'inline' : `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  response.end(file.bytes);
  return true;
}
