import { describe, expect, test } from 'vitest';
import { type ApiRequest, makeClient, withQuery } from './client.ts';

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

function clientAnswering(...answers: Answer[]) {
  const calls: { url: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  let signIns = 0;
  const call = makeClient({
    fetch: async (url, init = {}) => {
      calls.push({ url: String(url), init });
      const { status, body, headers = {} } = answers[calls.length - 1] ?? { status: 500 };
      return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    signIn: () => {
      signIns++;
    },
  });
  return { call, calls, waits, signIns: () => signIns };
}

const refused = (code: string) => ({ error: `because of ${code}`, code, retryable: false, docs_url: `/docs#${code}` });

test('the project, the body and the idempotency key travel as the server wants them', async () => {
  const { call, calls } = clientAnswering({ status: 200, body: { sent: 1 } });
  const request: ApiRequest = { method: 'POST', body: { text: 'hi' }, projectId: 'p1', idempotencyKey: 'k-12345678' };
  expect(await call('/v1/send', request)).toEqual({ sent: 1 });
  expect(calls[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    body: '{"text":"hi"}',
    headers: { 'X-Bellhop-Project': 'p1', 'Idempotency-Key': 'k-12345678', 'content-type': 'application/json' },
  });
});

test('an answer without a body is undefined', async () => {
  const { call } = clientAnswering({ status: 204 });
  expect(await call('/v1/webhooks/1', { method: 'DELETE' })).toBeUndefined();
});

test('a refusal carries the code, the text and where it is described', async () => {
  const { call } = clientAnswering({ status: 409, body: refused('conflict'), headers: { 'x-request-id': 'r1' } });
  await expect(call('/v1/webhooks', { method: 'POST' })).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
    message: 'because of conflict',
    docsUrl: '/docs#conflict',
    requestId: 'r1',
  });
});

test('a session that is over leads to signing in', async () => {
  const { call, signIns } = clientAnswering({ status: 401, body: refused('unauthorized') });
  await expect(call('/dashboard/api/me')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(signIns()).toBe(1);
});

describe('what is repeated', () => {
  const busy = (status: number): Answer => ({ status, body: refused('busy'), headers: { 'retry-after': '2' } });

  test.each([425, 429, 503])('a look that meets %i waits as long as it is told and looks again', async (status) => {
    const { call, waits } = clientAnswering(busy(status), { status: 200, body: 'done' });
    expect(await call('/v1/webhooks')).toBe('done');
    expect(waits).toEqual([2000]);
  });

  test('an act that met 503 is not done twice', async () => {
    const { call, calls } = clientAnswering(busy(503), { status: 200 });
    await expect(call('/v1/webhooks', { method: 'POST' })).rejects.toMatchObject({ status: 503 });
    expect(calls).toHaveLength(1);
  });

  test('an act with an idempotency key is', async () => {
    const { call } = clientAnswering(busy(503), { status: 200, body: 'done' });
    expect(await call('/v1/send', { method: 'POST', idempotencyKey: 'k-12345678' })).toBe('done');
  });

  test('three times at most', async () => {
    const { call, calls } = clientAnswering(busy(429), busy(429), busy(429), { status: 200 });
    await expect(call('/v1/webhooks')).rejects.toMatchObject({ status: 429, retryAfter: 2 });
    expect(calls).toHaveLength(3);
  });

  test('a wait of more than ten seconds is left to the person', async () => {
    const { call, calls } = clientAnswering({ status: 429, headers: { 'retry-after': '11' } });
    await expect(call('/v1/webhooks')).rejects.toMatchObject({ status: 429 });
    expect(calls).toHaveLength(1);
  });
});

test('no connection is an error of its own', async () => {
  const call = makeClient({
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    wait: async () => {},
    signIn: () => {},
  });
  await expect(call('/v1/webhooks')).rejects.toMatchObject({ code: 'offline', status: 0 });
});

test('empty filters stay out of the address', () => {
  expect(withQuery('/v1/webhooks/deliveries', { status: 'failed', event: undefined, q: '', limit: 50 })).toBe(
    '/v1/webhooks/deliveries?status=failed&limit=50',
  );
  expect(withQuery('/v1/tags')).toBe('/v1/tags');
});
