import { connect } from 'node:net';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { startTestApp, type TestAnswer } from '#test/app.ts';
import { ERROR_CODES } from './error-codes.ts';

const app = await startTestApp({
  extend: ({ http }) => {
    const body = Type.Object({ text: Type.String({ maxLength: 10 }), count: Type.Optional(Type.Integer()) });
    http.post('/echo', { schema: { body } }, async (request) => request.body);
    http.post(
      '/optional',
      { schema: { body: Type.Object({ note: Type.Optional(Type.String()) }) } },
      async (request) => request.body,
    );
    http.get(
      '/things/:id',
      { schema: { querystring: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 200 })) }) } },
      async (request) => request.query,
    );
    http.get('/fails', async () => {
      throw new Error('select secret_column from account: connection postgres://user:hunter2@db');
    });
  },
});
const project = await app.createProject();
const json = { 'content-type': 'application/json' };

function expectEnvelope(answer: TestAnswer, status: number, code: keyof typeof ERROR_CODES): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.json).sort()).toEqual(['code', 'docs_url', 'error', 'retryable']);
  expect(answer.json).toMatchObject({
    code,
    retryable: ERROR_CODES[code].retryable,
    docs_url: `http://bellhop.test/docs/errors#${code}`,
  });
  expect(answer.json.error.length).toBeGreaterThan(10);
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/);
}

describe('a bad body gets 400 validation_failed that names the field', () => {
  test.each([
    ['malformed JSON', '{"text": "a"', /not valid JSON/],
    ['raw text', 'hello', /not valid JSON/],
    ['an array', '[]', /must be a JSON object/],
    ['null', 'null', /must be a JSON object/],
    ['a missing field', '{}', /`text` is required/],
    ['an empty body where a field is required', '', /`text` is required/],
    ['a number for a string: nothing is converted', '{"text": 5}', /`text` must be a string/],
    ['a string for a number', '{"text": "a", "count": "5"}', /`count` must be an integer/],
    ['a text that is too long', '{"text": "12345678901"}', /`text` must have at most 10 characters/],
    ['a NUL character', '{"text": "a\\u0000b"}', /`text` has a NUL/],
    ['a lone surrogate', '{"text": "a\\ud800"}', /`text` has half of a surrogate/],
    ['a NUL in a field that nobody reads', '{"text": "a", "deep": {"er": ["\\u0000"]}}', /`deep.er.0` has a NUL/],
    ['a NUL in a name', '{"text": "a", "b\\u0000": 1}', /field name.*NUL/],
    ['100,000 nested arrays', `{"text": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested deeper/],
  ])('%s', async (_name, body, message) => {
    const answer = await app.call('POST', '/echo', { body, headers: json });
    expectEnvelope(answer, 400, 'validation_failed');
    expect(answer.json.error).toMatch(message);
  });

  test('bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"text": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const answer = await app.call('POST', '/echo', { body, headers: json });
    expectEnvelope(answer, 400, 'validation_failed');
    expect(answer.json.error).toMatch(/UTF-8/);
  });
});

describe('what is allowed stays allowed', () => {
  test('unknown fields are ignored, prototype names among them', async () => {
    const body = '{"text": "привет 👋🏽", "unknown": 1, "__proto__": {"admin": true}, "constructor": {"prototype": 1}}';
    const answer = await app.call('POST', '/echo', { body, headers: json });
    expect(answer.status).toBe(200);
    expect(answer.json.text).toBe('привет 👋🏽');
    expect(answer.json.admin).toBeUndefined();
  });

  test('an empty body passes where nothing is required, with and without a content type', async () => {
    expect((await app.call('POST', '/optional', { body: '', headers: json })).status).toBe(200);
    expect((await app.call('POST', '/optional')).status).toBe(200);
  });

  test('a charset parameter on the content type', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await app.call('POST', '/echo', { body: '{"text":"a"}', headers })).status).toBe(200);
  });
});

describe('every error of every kind is the envelope', () => {
  test('a 2 MB body is 413', async () => {
    const answer = await app.call('POST', '/echo', { body: { text: 'x'.repeat(2 * 1024 * 1024) } });
    expectEnvelope(answer, 413, 'payload_too_large');
  });

  test('another content type is 415', async () => {
    expectEnvelope(
      await app.call('POST', '/echo', {
        body: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      415,
      'unsupported_media_type',
    );
    expectEnvelope(
      await app.call('POST', '/echo', { body: '{"text":"a"}', headers: { 'content-type': 'text/plain' } }),
      415,
      'unsupported_media_type',
    );
  });

  test('an unknown path is 404, whatever its method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS'])
      expectEnvelope(await app.call(method, '/v1/nowhere'), 404, 'not_found');
  });

  test('a wrong method is 405 with the right ones in Allow', async () => {
    const answer = await app.call('DELETE', '/v1/project', { key: project.apiKey });
    expectEnvelope(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    const withParameter = await app.call('PUT', '/things/5?limit=1');
    expectEnvelope(withParameter, 405, 'method_not_allowed');
  });

  test('a path that cannot be decoded is 400', async () => {
    expectEnvelope(await app.call('GET', '/things/%zz'), 400, 'bad_request');
  });

  test('a NUL or a wrong type in the address is 400', async () => {
    expectEnvelope(await app.call('GET', '/things/%00'), 400, 'validation_failed');
    expectEnvelope(await app.call('GET', '/things/1?limit=many'), 400, 'validation_failed');
    expectEnvelope(await app.call('GET', '/things/1?limit=1&limit=2'), 400, 'validation_failed');
    expectEnvelope(await app.call('GET', '/things/1?limit=201'), 400, 'validation_failed');
  });

  test('an unexpected failure tells nothing of the inside, and is in the log', async () => {
    const answer = await app.call('GET', '/fails');
    expectEnvelope(answer, 500, 'internal_error');
    expect(answer.text).not.toMatch(/secret_column|hunter2|stack|\.ts/);
    const line = app.log.lines().find((entry) => entry['msg'] === 'request failed');
    expect(JSON.stringify(line)).toContain('secret_column');
  });

  test('what is not HTTP is answered in the envelope', async () => {
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({
      code: 'bad_request',
      retryable: false,
    });
  });

  test('headers that are too large are answered', async () => {
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.end(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(64 * 1024)}\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toContain('bad_request');
  });
});

describe('checks come in the order of the contract', () => {
  test('404 and 405 before 401', async () => {
    expect((await app.call('GET', '/v1/nowhere')).status).toBe(404);
    expect((await app.call('DELETE', '/v1/project')).status).toBe(405);
  });

  test('401 before 413, 415 and 400', async () => {
    const large = { name: 'x'.repeat(2 * 1024 * 1024) };
    expect((await app.call('POST', '/admin/v1/projects', { body: large })).status).toBe(401);
    expect(
      (await app.call('POST', '/admin/v1/projects', { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(401);
    expect((await app.call('POST', '/admin/v1/projects', { body: '{', headers: json })).status).toBe(401);
  });
});

test('every answer carries the security headers', async () => {
  for (const path of ['/v1/project', '/nowhere', '/healthz', '/openapi.json', '/docs/errors']) {
    const { headers } = await app.call('GET', path);
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'|default-src 'self'/);
    expect(headers.get('content-security-policy'), path).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

test('the docs have an entry for every code', async () => {
  const page = await app.call('GET', '/docs/errors');
  for (const code of Object.keys(ERROR_CODES)) expect(page.text).toContain(`id="${code}"`);
});
