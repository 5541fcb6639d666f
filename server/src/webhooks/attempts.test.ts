import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { answerText } from './answer-text.ts';
import { Webhooks } from './index.ts';
import { startWebhooksKit, withOutgoing } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();

type Asked = { timeoutMs: number; maxBytes: number };

/** The same program, in which ten seconds pass in a third of one. */
const asked: Asked[] = [];
const hurried = withOutgoing(kit.app, ({ request }) => (wish) => {
  asked.push(wish);
  return request({ ...wish, timeoutMs: wish.timeoutMs / 30 });
});

/** One attempt at one delivery to this address, as the log has it. */
async function attemptAt(url: string) {
  const project = await kit.createProject();
  await kit.createEndpoint(project, url);
  await kit.emit(project);
  await hurried.tick();
  const [{ delivery_id }] = await kit.log(project);
  const delivery = await kit.delivery(project, delivery_id);
  expect(delivery.attempts).toHaveLength(1);
  return delivery.attempts[0];
}

async function rawServer(onData: (socket: import('node:net').Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => onData(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as import('node:net').AddressInfo).port}`;
}

test('an attempt is logged with its number, time, duration, headers and answer', async () => {
  const receiver = await startReceiver();
  receiver.answer((_request, response) => void response.writeHead(200).end('Спасибо'));
  const attempt = await attemptAt(receiver.url);
  expect(attempt).toEqual({
    attempt: 1,
    started_at: kit.app.clock.now().toISOString().replace('Z', '+00:00'),
    duration_ms: expect.any(Number),
    status_code: 200,
    error: null,
    error_detail: null,
    request_headers: {
      'content-type': 'application/json',
      'user-agent': receiver.requests[0]?.headers['user-agent'],
      'X-Service-Event': 'subscription.created',
      'X-Service-Timestamp': receiver.requests[0]?.headers['x-service-timestamp'],
      'X-Service-Delivery-Id': receiver.requests[0]?.headers['x-service-delivery-id'],
      'X-Service-Signature': receiver.requests[0]?.headers['x-service-signature'],
    },
    response_body: 'Спасибо',
  });
  expect(asked.at(-1)).toMatchObject({ timeoutMs: 10_000, maxBytes: 65_536 });
});

test('the log shows the headers as they were sent, also those of a program that sent under other names', async () => {
  const receiver = await startReceiver();
  const project = await kit.createProject();
  await kit.createEndpoint(project, receiver.url);
  const { metrics: _, ...options } = kit.app.webhooks.options;
  for (const [headerPrefix, version] of [
    ['X-Elder', '0.0.1'],
    ['X-Younger', '9.9.9'],
  ] as const) {
    receiver.answer(500);
    await kit.emit(project);
    const worker = new Webhooks({ ...options, headerPrefix, version });
    await worker.tick();
    await worker.stop();
    const [{ delivery_id }] = await kit.log(project);
    const [attempt] = (await kit.delivery(project, delivery_id)).attempts;
    const names = ['Event', 'Timestamp', 'Delivery-Id', 'Signature'].map((name) => `${headerPrefix}-${name}`);
    expect(Object.keys(attempt.request_headers)).toEqual(['content-type', 'user-agent', ...names]);
    const sent = receiver.requests.at(-1)?.headers;
    for (const [name, value] of Object.entries(attempt.request_headers)) expect(sent?.[name.toLowerCase()]).toBe(value);
  }
});

test('a redirect and a server error are http_error, in words too', async () => {
  const receiver = await startReceiver();
  receiver.answer((_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  expect(await attemptAt(receiver.url)).toMatchObject({
    ...{ status_code: 302, error: 'http_error', error_detail: 'the endpoint answered 302; redirects are not followed' },
  });
  receiver.answer(500);
  expect(await attemptAt(receiver.url)).toMatchObject({ status_code: 500, error: 'http_error' });
});

test('nobody listens: connect_error', async () => {
  const receiver = await startReceiver();
  await receiver.close();
  expect(await attemptAt(receiver.url)).toMatchObject({
    status_code: null,
    error: 'connect_error',
    response_body: null,
  });
});

test('a name that does not resolve: dns_error', async () => {
  expect(await attemptAt('http://no-such-host.invalid/')).toMatchObject({ status_code: null, error: 'dns_error' });
});

test('plain HTTP where TLS is expected: tls_error', async () => {
  const receiver = await startReceiver();
  expect(await attemptAt(receiver.url.replace('http:', 'https:'))).toMatchObject({ error: 'tls_error' });
});

test('no answer: timeout', async () => {
  const receiver = await startReceiver();
  receiver.answer(() => {});
  expect(await attemptAt(receiver.url)).toMatchObject({ status_code: null, error: 'timeout' });
});

test('a slow drip that never ends: timeout, though headers came at once', async () => {
  const receiver = await startReceiver();
  receiver.answer((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  expect(await attemptAt(receiver.url)).toMatchObject({ error: 'timeout' });
});

test('a reset in the middle of the answer: connection_lost', async () => {
  const url = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    setImmediate(() => socket.resetAndDestroy());
  });
  expect(await attemptAt(url)).toMatchObject({ status_code: null, error: 'connection_lost' });
});

test('something that is not HTTP: protocol_error', async () => {
  const url = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n\r\n'));
  expect(await attemptAt(url)).toMatchObject({ error: 'protocol_error' });
});

test('an answer without end is read to 64 KB; its status counts, its first kilobyte is kept', async () => {
  const receiver = await startReceiver();
  let sent = 0;
  receiver.answer((_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16 * 1024, 'x'))) sent += 16 * 1024;
    };
    response.on('drain', more);
    more();
  });
  expect(await attemptAt(receiver.url)).toMatchObject({
    status_code: 200,
    error: null,
    response_body: 'x'.repeat(1024),
  });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test('what an endpoint answers is stored whatever it is', async () => {
  const receiver = await startReceiver();
  receiver.answer((_request, response) => {
    response.writeHead(500).end(Buffer.from([0x61, 0x00, 0xff, 0xfe, 0xd0, 0x62]));
  });
  expect((await attemptAt(receiver.url)).response_body).toBe('a\uFFFD\uFFFD\uFFFDb');
  expect(answerText(Buffer.from(`${'x'.repeat(1023)}Ж`))).toBe('x'.repeat(1023));
  expect(answerText(Buffer.from([0xd0]))).toBe('\uFFFD');
  expect(answerText(Buffer.from('\uFEFFa'))).toBe('\uFEFFa');
});

test('the address is judged at every attempt, redelivery and test', async () => {
  const receiver = await startReceiver();
  const project = await kit.createProject();
  const { id } = await kit.createEndpoint(project, receiver.url);
  await kit.emit(project);
  const strict = withOutgoing(kit.app, ({ request }) => request, { allow: [] });
  await strict.tick();
  const [first] = await kit.log(project);
  expect(first).toMatchObject({ status: 'pending', last_error: 'address_refused', last_status_code: null });

  const path = `/v1/webhooks/deliveries/${first.delivery_id}/redeliver`;
  expect((await project.call('POST', path)).status).toBe(202);
  const tested = await project.call('POST', `/v1/webhooks/${id}/test`, { body: { event: 'auth.completed' } });
  expect(tested.status).toBe(202);
  await strict.tick();
  expect(await kit.delivery(project, tested.json.delivery_id)).toMatchObject({ last_error: 'address_refused' });
  expect((await kit.delivery(project, first.delivery_id)).attempts).toHaveLength(2);
  expect(receiver.requests).toHaveLength(0);
});
