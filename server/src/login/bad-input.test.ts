/** Every login route meets input it cannot use: a 4xx in the envelope that names the field, and no trace. */
import { expect, test } from 'vitest';
import { PLENTY, startLoginKit } from './login.fixture.ts';

const kit = await startLoginKit();
const callback = 'https://shop.example/in';
const project = await kit.createProject({ callback_url: callback, redirect_uris: ['https://shop.example/other?a=1'] });
const session = await kit.begin(project);

const start = async (body: unknown) => {
  const { status, json } = await project.call('POST', '/v1/auth/session', { body });
  return { status, code: json.code, error: json.error };
};

test.each<[string, unknown]>([
  ['state', { state: '' }],
  ['state', { state: 'x'.repeat(513) }],
  ['state', { state: '👋'.repeat(513) }],
  ['state', { state: 'line\nbreak' }],
  ['state', { state: 'tab\t' }],
  ['state', { state: 'bell\u0007' }],
  ['state', { state: 'delete\u007f' }],
  ['state', { state: 'next\u0085line' }],
  ['state', { state: 'nul\u0000' }],
  ['state', '{"state": "half \\ud800"}'],
  ['state', { state: 5 }],
  ['state', { state: null }],
  ['state', { state: ['x'] }],
  ['redirect_uri', { redirect_uri: 5 }],
  ['redirect_uri', { redirect_uri: `https://shop.example/${'x'.repeat(2048)}` }],
  ['lang', { lang: 'de' }],
  ['lang', { lang: 'RU' }],
  ['lang', { lang: null }],
  ['number_match', { number_match: 'true' }],
  ['number_match', { number_match: 1 }],
  ['client', { client: '203.0.113.7' }],
  ['client', { client: [] }],
  ['client', { client: null }],
  ['client.ip', { client: { ip: '' } }],
  ['client.ip', { client: { ip: 'localhost' } }],
  ['client.ip', { client: { ip: '256.1.1.1' } }],
  ['client.ip', { client: { ip: '1.2.3' } }],
  ['client.ip', { client: { ip: '01.2.3.4' } }],
  ['client.ip', { client: { ip: '203.0.113.7, 10.0.0.1' } }],
  ['client.ip', { client: { ip: '203.0.113.7:80' } }],
  ['client.ip', { client: { ip: '203.0.113.0/24' } }],
  ['client.ip', { client: { ip: '2001:db8::zz' } }],
  ['client.ip', { client: { ip: '[::1]' } }],
  ['client.ip', { client: { ip: 3405803783 } }],
  ['client.user_agent', { client: { user_agent: 7 } }],
  ['client.user_agent', { client: { user_agent: 'x'.repeat(1025) } }],
])('POST /v1/auth/session names `%s`: %j', async (field, body) => {
  const { status, code, error } = await start(body);
  expect([status, code]).toEqual([400, 'validation_failed']);
  expect(error).toContain(`\`${field}\``);
});

test.each([
  'https://shop.example/in/',
  'https://shop.example/IN',
  'https://shop.example/in?',
  'https://shop.example/in#x',
  'http://shop.example/in',
  'https://shop.example:443/in',
  'https://shop.example/other',
  'https://shop.example/other?a=1&b=2',
  'https://shop.example.evil.example/in',
  'https://shop.example/in/../in',
  'javascript:alert(1)',
  '/in',
  '',
])('a redirect_uri that is not registered to the letter is refused: %j', async (redirect_uri) => {
  expect(await start({ redirect_uri })).toMatchObject({ status: 400, code: 'invalid_url' });
});

test.each(['[]', '"text"', '5', 'null', '{', '{"state": }', '\u0000'])('a body that is no object: %j', async (body) => {
  expect(await start(body)).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('what is at the edge is taken: 512 characters of any alphabet, no body at all, fields nobody knows', async () => {
  for (const state of ['x', 'x'.repeat(512), '👋'.repeat(512), 'Ёж ✓ "\'<>&\\', ' ']) {
    const { json } = await project.call('POST', '/v1/auth/session', { body: { state } });
    const status = await project.call('GET', `/v1/auth/session/${json.session_id}/status`);
    expect(status.json.state).toBe(state);
  }
  expect((await project.call('POST', '/v1/auth/session', { body: { colour: 'red' } })).status).toBe(201);
  expect((await project.call('POST', '/v1/auth/session')).status).toBe(201);
  for (const redirect_uri of [callback, 'https://shop.example/other?a=1']) {
    expect((await project.call('POST', '/v1/auth/session', { body: { redirect_uri } })).status).toBe(201);
  }
});

test.each(['-1', '26', '1.5', 'abc', '1e9', 'NaN', 'Infinity', '', '5,5', 'null', 'true'])(
  'a wait of %j is refused, and at once',
  async (wait) => {
    const began = performance.now();
    const { status, json } = await project.call('GET', `${session.status}?wait=${encodeURIComponent(wait)}`);
    expect([status, json.code], json.error).toEqual([400, 'validation_failed']);
    expect(json.error).toContain('`wait`');
    expect(performance.now() - began).toBeLessThan(5_000);
  },
);

test.each(['', 'sms', 'Telegram', 'telegram,max', 'null'])(
  'a QR code for the channel %j is refused',
  async (channel) => {
    const { status, json } = await project.call('GET', `/v1/auth/session/${session.id}/qr?channel=${channel}`);
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    expect(json.error).toContain('`channel`');
  },
);

test('a QR code without a channel is refused', async () => {
  const { status, json } = await project.call('GET', `/v1/auth/session/${session.id}/qr`);
  expect([status, json.code]).toEqual([400, 'validation_failed']);
});

test.each(['ses_unknown', 'x', '..%2f..%2fetc', `ses_${'x'.repeat(90)}`, "'; drop table login_session; --"])(
  'an unknown session %j is not found',
  async (id) => {
    for (const rest of ['status', 'status?wait=5', 'qr?channel=max']) {
      const { status, json } = await project.call('GET', `/v1/auth/session/${id}/${rest}`);
      expect(status, json.error).toBe(404);
      expect(json.code).toBe('not_found');
    }
  },
);

test.each<[unknown, string]>([
  [{}, 'validation_failed'],
  [undefined, 'validation_failed'],
  [{ code: '' }, 'validation_failed'],
  [{ code: null }, 'validation_failed'],
  [{ code: 5 }, 'validation_failed'],
  [{ code: ['x'] }, 'validation_failed'],
  [{ code: {} }, 'validation_failed'],
  [{ code: 'x'.repeat(201) }, 'validation_failed'],
  [{ code: 'x'.repeat(900_000) }, 'validation_failed'],
  [{ code: 'nul\u0000' }, 'validation_failed'],
  [{ code: 'x' }, 'invalid_code'],
  [{ code: '👋' }, 'invalid_code'],
  [{ code: "' or 1=1 --" }, 'invalid_code'],
])('POST /v1/auth/verify %.60j: %s', async (body, expected) => {
  const { status, json } = await project.call('POST', '/v1/auth/verify', body === undefined ? {} : { body });
  expect([status, json.code]).toEqual([400, expected]);
  expect(json).toMatchObject({ retryable: false, docs_url: `http://bellhop.test/docs/errors#${expected}` });
  if (expected === 'validation_failed') expect(json.error).toContain('`code`');
});

test('a body of more than a megabyte is too large, a form is no JSON', async () => {
  const large = await project.call('POST', '/v1/auth/verify', { body: { code: 'x'.repeat(1_100_000) } });
  expect([large.status, large.json.code]).toEqual([413, 'payload_too_large']);
  const form = await project.call('POST', '/v1/auth/verify', {
    body: 'code=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([form.status, form.json.code]).toEqual([415, 'unsupported_media_type']);
});

test.each([
  ['POST', '/v1/auth/session'],
  ['POST', '/v1/auth/verify'],
  ['GET', '/v1/auth/link'],
  ['GET', `/v1/auth/session/${session.id}/status`],
  ['GET', `/v1/auth/session/${session.id}/qr?channel=telegram`],
] as const)('%s %s without a key is refused before anything is read', async (method, path) => {
  const answer = await kit.app.call(method, path, method === 'POST' ? { body: '{' } : {});
  expect([answer.status, answer.json.code]).toEqual([401, 'unauthorized']);
});

test('what was refused has left no session and used nothing of the five an hour', async () => {
  const strict = await kit.createProject({ limits: { requests_per_minute: PLENTY.requests_per_minute } });
  for (const body of [{ state: '' }, { redirect_uri: 'x' }, { client: { ip: 'x' } }, '{']) {
    for (let n = 0; n < 3; n += 1) await strict.call('POST', '/v1/auth/session', { body });
  }
  expect(await kit.query('select from login_session where project_id = $1', [strict.projectId])).toEqual([]);
  for (let n = 0; n < 5; n += 1) expect((await strict.call('POST', '/v1/auth/session')).status).toBe(201);
});
