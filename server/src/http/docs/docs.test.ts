import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '#lib/app-error.ts';
import { answerUnknownRoutes } from '../method-not-allowed.ts';
import { docsPages, type ErrorEntry, type EventEntry } from './index.ts';

const ERRORS: ErrorEntry[] = [
  {
    code: 'not_found',
    status: 404,
    retryable: false,
    meaning: 'Nothing here.',
    whatToDo: 'Check the <id> & the path.',
  },
  {
    code: 'rate_limit_project',
    status: 429,
    retryable: true,
    meaning: 'Too fast.',
    whatToDo: 'Wait for `Retry-After`.',
  },
  { code: 'invalid_api_key', status: 401, retryable: false, meaning: 'Wrong key.', whatToDo: 'Check it.' },
  { code: 'idempotency_conflict', status: 409, retryable: false, meaning: 'Other body.', whatToDo: 'New key.' },
  { code: 'request_in_progress', status: 425, retryable: true, meaning: 'Still running.', whatToDo: 'Wait.' },
];
const EVENTS: EventEntry[] = [
  {
    group: 'auth',
    name: 'auth.completed',
    payload: {
      when: 'A person <confirms>.',
      schema: {
        properties: {
          tags: { type: 'array', items: { type: 'string' } },
          state: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Yours & nobody else’s.' },
          auth_time: { type: 'string', format: 'date-time' },
        },
      },
      example: { state: '<mine>' },
    },
  },
  { group: 'ticket', name: 'ticket.created' },
];
const DOCUMENT = { paths: { '/v1/project': { get: { summary: 'The project of this <key>' } } } };
const PAGES = ['/docs', '/docs/errors', '/docs/events', '/docs/guide', '/docs/guide/getting-started'];

let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  answerUnknownRoutes(app);
  app.setErrorHandler<AppError>(({ code }, _request, reply) => reply.code(418).send({ code }));
  await app.register(docsPages, { version: '1.2.3', errors: ERRORS, events: EVENTS, openapi: () => DOCUMENT });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const html = async (url: string) => (await get(url)).body;

describe('every page', () => {
  test.each(PAGES)('%s is HTML under a policy without inline or foreign scripts', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+="/);
    expect(answer.body).toContain('1.2.3');
  });

  test.each(PAGES)('%s loads only files of this host, and all of them exist', async (url) => {
    const files = [...(await html(url)).matchAll(/<(?:link|script|img)\s[^>]*(?:href|src)="([^"]+)"/g)].map(
      ([, file]) => file ?? '',
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/assets\//);
      expect((await get(file)).statusCode).toBe(200);
    }
  });

  test.each(PAGES)('%s has no dead link or anchor', async (url) => {
    const links = [...(await html(url)).matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(
      ([, link]) => new URL(link ?? '', `http://docs.test${url}`),
    );
    for (const { host, pathname, hash } of links) {
      if (host !== 'docs.test' || pathname === '/openapi.json') continue;
      const target = await get(pathname);
      expect(target.statusCode, pathname).toBe(200);
      if (hash !== '') expect(target.body).toContain(` id="${decodeURIComponent(hash.slice(1))}"`);
    }
  });

  test('is revalidated by its tag, which costs no body', async () => {
    const { etag, 'cache-control': cache } = (await get('/docs/errors')).headers;
    expect(cache).toBe('no-cache');
    const again = await get('/docs/errors', { 'if-none-match': String(etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });
});

describe('errors', () => {
  test('every code has an anchor with its status, whether to retry, and advice', async () => {
    const page = await html('/docs/errors');
    for (const { code, status, retryable } of ERRORS) {
      const entry = page.slice(page.indexOf(`<article class="error" id="${code}">`)).split('</article>')[0];
      expect(entry).toContain(`HTTP ${status}`);
      expect(entry).toContain(retryable ? 'Try again later' : 'Do not repeat unchanged');
    }
    expect(page.indexOf('id="status-401"')).toBeLessThan(page.indexOf('id="status-404"'));
  });

  test('wording is escaped, with code in backticks', async () => {
    const page = await html('/docs/errors');
    expect(page).toContain('Check the &lt;id&gt; &amp; the path.');
    expect(page).toContain('Wait for <code>Retry-After</code>.');
  });
});

describe('events', () => {
  const article = async (name: string) => {
    const page = await html('/docs/events');
    return page.slice(page.indexOf(`<article class="error" id="${name}">`)).split('</article>')[0] ?? '';
  };

  test('one that exists has its fields, an example of the whole body, and its schema', async () => {
    const entry = await article('auth.completed');
    expect(entry).toContain('A person &lt;confirms&gt;.');
    for (const type of ['list of string', 'string or null', 'time']) expect(entry).toContain(`<span>${type}</span>`);
    expect(entry).toContain('Yours &amp; nobody else’s.');
    expect(entry).toContain('&lt;mine&gt;');
    expect(entry).toContain('<summary>JSON schema of <code>data</code></summary>');
    expect(entry).not.toContain('Planned');
  });

  test('one that does not exist yet is there by name', async () => {
    const entry = await article('ticket.created');
    expect(entry).toContain('Planned');
    expect(entry).not.toContain('<table');
  });
});

describe('guide', () => {
  test('the front page lists the chapters', async () => {
    expect(await html('/docs/guide')).toContain('href="/docs/guide/getting-started"');
  });

  test('an unknown chapter is not found', async () => {
    for (const chapter of ['no-such-chapter', '01-getting-started', '..%2f..%2fpackage.json', '__proto__']) {
      const answer = await get(`/docs/guide/${chapter}`);
      expect(answer.json()).toEqual({ code: 'not_found' });
    }
  });
});

describe('reference', () => {
  test('lists the operations for readers without JavaScript, escaped', async () => {
    const page = await html('/docs');
    expect(page).toContain('<code>/v1/project</code>');
    expect(page).toContain('The project of this &lt;key&gt;');
  });

  test('the renderer comes from this host, compressed, under its version', async () => {
    const script = /\/assets\/scalar-[\d.]+\.js/.exec(await html('/docs'))?.[0] ?? '';
    const answer = await get(script, { 'accept-encoding': 'br' });
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.rawPayload.length).toBeLessThan(1_500_000);
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('createApiReference');
  });
});

describe('assets', () => {
  const themeUrl = async () => /\/assets\/theme\.css\?v=\w+/.exec(await html('/docs/guide'))?.[0] ?? '';

  test('are kept for good under the hash of their content, and revalidated under any other', async () => {
    const url = await themeUrl();
    expect((await get(url)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/theme.css?v=old')).headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/theme.css')).headers['cache-control']).toBe('no-cache');
  });

  test('are sent in the encoding that the browser takes', async () => {
    const url = await themeUrl();
    const plain = await get(url);
    const br = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(url, { 'accept-encoding': 'br;q=0, gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
    for (const { headers } of [plain, br, gzip]) expect(headers['vary']).toBe('Accept-Encoding');
  });

  test('fonts are addressed by content too', async () => {
    const fonts = [...(await get('/assets/theme.css')).body.matchAll(/url\("([^"]+)"\)/g)].map(
      ([, font]) => font ?? '',
    );
    expect(fonts).toHaveLength(4);
    for (const font of fonts) expect((await get(font)).headers['cache-control']).toContain('immutable');
  });

  test('nothing but the listed files is served', async () => {
    for (const name of [
      '..%2fpackage.json',
      '../package.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      'nothing.css',
      '__proto__',
      '',
    ]) {
      expect((await get(`/assets/${name}`)).json()).toEqual({ code: 'not_found' });
    }
  });

  test('the mark is the favicon', async () => {
    const answer = await get('/favicon.ico');
    expect(answer.headers['content-type']).toContain('image/svg+xml');
    expect(answer.body).toContain('<svg');
  });
});
