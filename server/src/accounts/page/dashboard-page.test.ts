import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { ERROR_CODES, type HttpServer, toAppError } from '#http';
import { dashboardPages } from './dashboard-page-routes.ts';

const directory = mkdtempSync(join(tmpdir(), 'bellhop-dashboard-'));
afterAll(() => rm(directory, { recursive: true }));
mkdirSync(join(directory, 'assets'));
writeFileSync(join(directory, 'index.html'), '<!doctype html>the app');
writeFileSync(join(directory, 'secret.txt'), 'not for browsers');
const FILES = {
  'app-1a2b.js': 'plain',
  'app-1a2b.js.br': 'brotli',
  'app-1a2b.js.gz': 'gzipped',
  'font-3c.woff2': 'font',
};
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(directory, 'assets', name), content);

async function serve(from: string): Promise<HttpServer> {
  const http = Fastify() as unknown as HttpServer;
  http.setErrorHandler((thrown, _request, reply) => {
    const { code } = toAppError(thrown);
    return reply.code(ERROR_CODES[code].status).send({ code });
  });
  await dashboardPages(http, { directory: from });
  afterAll(() => http.close());
  return http;
}

const http = await serve(directory);
const get = (url: string, headers: Record<string, string> = {}) => http.inject({ method: 'GET', url, headers });

test.each(['/dashboard', '/dashboard/', '/dashboard/p/shop/webhooks?status=failed', '/dashboard/account'])(
  '%s is the one document, asked for anew each time, under a policy without inline script or other hosts',
  async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>the app']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    const policy = String(answer.headers['content-security-policy']);
    for (const part of ["default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  },
);

test.each([
  ['br, gzip', 'brotli', 'br'],
  ['gzip', 'gzipped', 'gzip'],
  ['gzip, deflate, br;q=0', 'gzipped', 'gzip'],
  ['identity', 'plain', undefined],
])('an asset is kept for good; %s gets it as %s', async (accepted, body, encoding) => {
  const answer = await get('/dashboard/assets/app-1a2b.js', { 'accept-encoding': accepted });
  expect([answer.body, answer.headers['content-encoding']]).toEqual([body, encoding]);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(answer.headers['vary']).toBe('Accept-Encoding');
});

test('an asset without a compressed copy is sent as it is', async () => {
  const answer = await get('/dashboard/assets/font-3c.woff2', { 'accept-encoding': 'br' });
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['font', undefined]);
});

test.each([
  'unknown.js',
  'app-1a2b.js.br',
  '..%2Findex.html',
  '..%2fsecret.txt',
  '%2e%2e%2fsecret.txt',
  '..%5Csecret.txt',
  '.js',
  'a%00.js',
])('the asset %s is not there', async (name) => {
  const answer = await get(`/dashboard/assets/${name}`);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test('an unknown address of the API is an error, not a page', async () => {
  const answer = await get('/dashboard/api/nonsense');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test('without a build a page says how to make one', async () => {
  const missing = await serve(join(directory, 'nowhere'));
  const answer = await missing.inject({ method: 'GET', url: '/dashboard', headers: { 'accept-language': 'ru' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm run build');
});
