import { execFileSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { signature } from './signature.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emit, tick } = kit;

type Request = Awaited<ReturnType<Awaited<ReturnType<typeof startReceiver>>['arrived']>>[number];

/** A receiver's side, written from the specification's steps alone. */
function isGenuine({ headers, body }: Request, secret: string, prefix = 'x-service'): boolean {
  // 1: read t and all v1 values. 5: t from here, not from the other header.
  const pairs = String(headers[`${prefix}-signature`])
    .split(',')
    .map((pair) => pair.split('=', 2));
  const t = pairs.find(([name]) => name === 't')?.[1] ?? '';
  const values = pairs.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  // 2, 6: t, a dot, the raw bytes as received.
  const signed = Buffer.concat([Buffer.from(`${t}.`), body]);
  // 3: HMAC with SHA-256 in lowercase hex.
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('hex'));
  // 4, 7: any of the values, in constant time. 8: t is no replay window, nothing is compared with the clock.
  return values.some((value) => {
    const given = Buffer.from(value);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const valuesOf = ({ headers }: Request) => String(headers['x-service-signature']).match(/v1=[0-9a-f]{64}/g) ?? [];

async function rotate(project: Awaited<ReturnType<typeof createProject>>, id: string): Promise<string> {
  const { json } = await project.call('POST', `/v1/webhooks/${id}/rotate-secret`);
  app.keepOutOfLogs(json.secret);
  return json.secret;
}

test('a delivery is a POST with the four headers, and the exact bytes are signed', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  const { secret } = await createEndpoint(project, `${receiver.url}/hook?a=1`);
  await emit(project, 'auth.completed', {
    name: 'Анна',
    text: 'Ёлка 🎄 "quoted" \u2028 \0 end',
    nested: { n: [1, null] },
  });
  await tick();
  const [request] = receiver.requests;
  if (request === undefined) throw new Error('Nothing arrived.');
  const [{ delivery_id }] = await kit.log(project);
  expect(request).toMatchObject({ method: 'POST', path: '/hook?a=1' });
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Bellhop-Webhooks\/\d+\.\d+\.\d+/),
    'x-service-event': 'auth.completed',
    'x-service-timestamp': String(app.clock.now().getTime() / 1000),
    'x-service-delivery-id': delivery_id,
    'x-service-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
  });
  expect(JSON.parse(request.body.toString())).toEqual({
    event: 'auth.completed',
    data: { name: 'Анна', text: 'Ёлка 🎄 "quoted" \u2028 \0 end', nested: { n: [1, null] } },
  });
  expect(isGenuine(request, secret)).toBe(true);
  expect(isGenuine(request, `${secret}x`)).toBe(false);
  const forged = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
  expect(isGenuine(forged, secret)).toBe(false);
});

test('openssl agrees, on Cyrillic and emoji', () => {
  const secret = 'whsec_dGVzdA-_0123456789';
  const body = Buffer.from('{"event":"auth.completed","data":{"first_name":"Анна 👩‍💻","text":"Привет 🎉"}}');
  const input = Buffer.concat([Buffer.from('1794648600.'), body]);
  const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input }).toString();
  const hex = /[0-9a-f]{64}/.exec(said)?.[0];
  expect(signature([secret], 1_794_648_600, body)).toBe(`t=1794648600,v1=${hex}`);
});

test('rotated twice within a day: three values, newest first; each ends 24 hours after it was replaced', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  const { id, secret: first } = await createEndpoint(project, receiver.url);
  const send = async () => {
    await emit(project);
    await tick();
    const request = receiver.requests.at(-1);
    if (request === undefined) throw new Error('Nothing arrived.');
    return request;
  };
  app.clock.advance(3600);
  const rotated = await project.call('POST', `/v1/webhooks/${id}/rotate-secret`);
  const second = rotated.json.secret;
  app.keepOutOfLogs(second);
  const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString().replace('Z', '+00:00');
  expect(rotated.json).toEqual({ id, secret: expect.any(String), previous_secret_expires_at: until });
  app.clock.advance(6 * 3600);
  const third = await rotate(project, id);

  const all = await send();
  const body = all.body;
  const seconds = app.clock.now().getTime() / 1000;
  expect(all.headers['x-service-signature']).toBe(signature([third, second, first], seconds, body));
  for (const secret of [first, second, third]) expect(isGenuine(all, secret)).toBe(true);

  app.clock.advance(18 * 3600 - 0.001);
  expect(valuesOf(await send())).toHaveLength(3);
  app.clock.advance(0.001);
  const two = await send();
  expect(valuesOf(two)).toHaveLength(2);
  expect([first, second, third].map((secret) => isGenuine(two, secret))).toEqual([false, true, true]);
  app.clock.advance(6 * 3600);
  const one = await send();
  expect(valuesOf(one)).toHaveLength(1);
  expect(isGenuine(one, third)).toBe(true);
});

test('concurrent rotations each give a secret that signs', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  const { id, secret } = await createEndpoint(project, receiver.url);
  const rotated = await Promise.all(Array.from({ length: 5 }, () => rotate(project, id)));
  await emit(project);
  await tick();
  const [request] = receiver.requests;
  if (request === undefined) throw new Error('Nothing arrived.');
  expect(valuesOf(request)).toHaveLength(6);
  for (const one of [secret, ...rotated]) expect(isGenuine(request, one)).toBe(true);
});

test('a retry has a fresh time and signature and the same delivery id and body', async () => {
  const receiver = await startReceiver();
  receiver.answer(500);
  const project = await createProject();
  const { secret } = await createEndpoint(project, receiver.url);
  await emit(project);
  await tick();
  app.clock.advance(30);
  await tick();
  const [first, second] = receiver.requests;
  if (first === undefined || second === undefined) throw new Error('There was no retry.');
  const of = ({ headers }: Request, name: string) => headers[`x-service-${name}`];
  expect(of(second, 'delivery-id')).toBe(of(first, 'delivery-id'));
  expect(second.body).toEqual(first.body);
  expect(Number(of(second, 'timestamp'))).toBe(Number(of(first, 'timestamp')) + 30);
  expect(of(second, 'signature')).not.toBe(of(first, 'signature'));
  expect(isGenuine(second, secret)).toBe(true);
});

test('the prefix of the headers is the operator’s', async () => {
  const other = await startWebhooksKit({ env: { WEBHOOK_HEADER_PREFIX: 'X-Acme' } });
  const receiver = await startReceiver();
  const project = await other.createProject();
  const { secret } = await other.createEndpoint(project, receiver.url);
  await other.emit(project);
  await other.tick();
  const [request] = receiver.requests;
  if (request === undefined) throw new Error('Nothing arrived.');
  expect(
    Object.keys(request.headers)
      .filter((name) => name.startsWith('x-'))
      .sort(),
  ).toEqual(['delivery-id', 'event', 'signature', 'timestamp'].map((name) => `x-acme-${name}`));
  expect(isGenuine(request, secret, 'x-acme')).toBe(true);
});
