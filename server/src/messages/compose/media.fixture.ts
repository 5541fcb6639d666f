import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { MediaType } from '#messengers';
import { createTestClock } from '#test/clock.ts';
import { openOutgoing } from '../../lib/outgoing/outgoing.fixture.ts';
import { MediaCache, type MediaCacheOptions } from './media-cache.ts';

export const MEGABYTE = 1024 * 1024;
export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
export const PNG = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1');
export const MP4 = Buffer.from('\x00\x00\x00\x18ftypisom rest', 'latin1');
export const PDF = Buffer.from('%PDF-1.7 rest');

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers every path in its way and counts what it is asked for. */
export async function serve(respond: Respond) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export function openCache(options: Partial<MediaCacheOptions> = {}) {
  const clock = createTestClock();
  const cache = new MediaCache({ outgoing: openOutgoing(), clock, ...options });
  const load = (type: MediaType, url: string) => cache.load({ type, url });
  return { clock, load };
}

/** So many bytes, of which the first say what it is, without holding them all. */
export function stream(response: ServerResponse, start: Buffer, size: number): void {
  const block = Buffer.alloc(MEGABYTE);
  response.write(start);
  let left = size - start.length;
  const more = () => {
    while (left > 0) {
      const bytes = block.subarray(0, Math.min(left, block.length));
      left -= bytes.length;
      if (!response.write(bytes)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

export const problem = (words: string, retryable = false) => ({
  ok: false,
  problem: expect.stringContaining(words),
  retryable,
});
