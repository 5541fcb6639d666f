import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { annaOnMax, annaOnTelegram, openSandbox, telegramToken } from './sandbox-kit.ts';

type Opened = Awaited<ReturnType<typeof openSandbox>>;

async function openStarted(options: { now?: () => number } = {}): Promise<Opened> {
  const s = await openSandbox(options);
  await s.start('telegram');
  await s.start('max');
  return s;
}
const sendTelegram = (s: Opened, chat_id = annaOnTelegram) => s.telegram('sendMessage', { chat_id, text: 'привет' });
const sendMax = (s: Opened) => s.max('POST', `/messages?user_id=${annaOnMax}`, { text: 'привет' });
const sent = async (s: Opened, channel: string) => (await s.get(`/sandbox/counts?channel=${channel}`)).body.sent;

test('a status fault answers in the messenger’s own form, as often as told, and carries nothing out', async () => {
  await using s = await openStarted();
  await s.post('/sandbox/faults', {
    channel: 'telegram',
    method: 'sendMessage',
    kind: 'status',
    status: 502,
    times: 2,
  });
  expect((await sendTelegram(s)).body).toEqual({ ok: false, error_code: 502, description: 'Bad Gateway' });
  expect((await sendMax(s)).status).toBe(200);
  expect((await s.telegram('getMe')).status).toBe(200);
  expect((await sendTelegram(s)).status).toBe(502);
  expect((await sendTelegram(s)).status).toBe(200);
  expect(await sent(s, 'telegram')).toBe(1);
  await s.post('/sandbox/faults', { channel: 'max', method: 'POST /messages', kind: 'status', status: 503 });
  expect(await sendMax(s)).toMatchObject({ status: 503, body: { code: 'internal.error' } });
  await s.post('/sandbox/faults', { channel: 'max', kind: 'status', status: 403 });
  expect(await sendMax(s)).toMatchObject({ status: 403, body: { code: 'chat.denied' } });
  await s.post('/sandbox/faults', { kind: 'status', status: 400, body: { ok: false, description: 'mine' } });
  expect((await sendTelegram(s)).body).toEqual({ ok: false, description: 'mine' });
});

test('a rate limit names its seconds the way each messenger does', async () => {
  await using s = await openStarted();
  await s.post('/sandbox/faults', [
    { channel: 'telegram', method: 'sendMessage', kind: 'rate_limit', retry_after: 7 },
    { channel: 'max', method: 'POST /messages', kind: 'rate_limit', retry_after: 3 },
  ]);
  expect(await sendTelegram(s)).toMatchObject({
    status: 429,
    body: {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    },
  });
  const max = await sendMax(s);
  expect(max).toMatchObject({ status: 429, body: { code: 'too.many.requests' } });
  expect(max.headers.get('retry-after')).toBe('3');
});

test('reset cuts before the call is carried out, reset_after cuts once it has been', async () => {
  await using s = await openStarted();
  await s.post('/sandbox/faults', { method: 'sendMessage', kind: 'reset' });
  await expect(sendTelegram(s)).rejects.toThrow();
  expect(await sent(s, 'telegram')).toBe(0);
  await s.post('/sandbox/faults', { method: 'sendMessage', kind: 'reset_after' });
  await expect(sendTelegram(s)).rejects.toThrow();
  expect(await sent(s, 'telegram')).toBe(1);
});

test('timeout gives no answer, slow gives it late', async () => {
  await using s = await openStarted();
  await s.post('/sandbox/faults', [{ method: 'sendMessage', kind: 'timeout', delay_ms: 50 }]);
  await expect(sendTelegram(s)).rejects.toThrow();
  expect(await sent(s, 'telegram')).toBe(0);
  await s.post('/sandbox/faults', { method: 'sendMessage', kind: 'slow', delay_ms: 60 });
  const started = performance.now();
  expect((await sendTelegram(s)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(50);
});

test('garbage is not JSON', async () => {
  await using s = await openStarted();
  await s.post('/sandbox/faults', [
    { method: 'sendMessage', kind: 'garbage' },
    { method: 'sendMessage', kind: 'garbage', status: 200, body: 'OK' },
  ]);
  expect(await sendTelegram(s)).toMatchObject({ status: 502, body: expect.stringContaining('<html>') });
  expect(await sendTelegram(s)).toMatchObject({ status: 200, body: 'OK' });
});

test('split_utf8 cuts the answer inside a character', async () => {
  await using s = await openStarted();
  await s.post('/sandbox/faults', { method: 'sendMessage', kind: 'split_utf8', times: 2 });
  const { port } = new URL(s.url);
  const body = JSON.stringify({ chat_id: annaOnTelegram, text: 'привет' });
  const chunks = await new Promise<Buffer[]>((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /telegram/bot${telegramToken}/sendMessage HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
    socket.on('data', (chunk) => received.push(Buffer.from(chunk)));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
  const last = chunks.at(-1) ?? Buffer.alloc(0);
  expect((last[0] ?? 0) & 0b1100_0000).toBe(0b1000_0000);
  expect(Buffer.concat(chunks).toString()).toContain('привет');
  expect((await sendTelegram(s)).body.result.text).toBe('привет');
});

test('updates come twice or late when told so', async () => {
  await using s = await openStarted();
  const before = (await s.telegram('getUpdates')).body.result;
  const type = (text: string) => s.post('/sandbox/type', { person_id: 1, channel: 'telegram', text });
  await s.post('/sandbox/faults', [
    { channel: 'telegram', kind: 'duplicate_updates' },
    { channel: 'telegram', kind: 'late_updates', delay_ms: 40 },
  ]);
  await type('twice');
  await type('late');
  await type('early');
  const seen: string[] = [];
  let offset = before.at(-1).update_id + 1;
  while (!seen.includes('late')) {
    const { body } = await s.telegram('getUpdates', { offset, timeout: 5 });
    for (const update of body.result) {
      seen.push(update.message.text);
      offset = update.update_id + 1;
    }
  }
  expect(seen).toEqual(['twice', 'twice', 'early', 'late']);
});

test('a fault for one person leaves the others alone', async () => {
  await using s = await openStarted();
  const { body } = await s.post('/sandbox/people', { first_name: 'Boris' });
  await s.start('telegram', body.person_id);
  await s.post('/sandbox/faults', { person_id: 1, kind: 'status', status: 500, times: -1 });
  expect((await sendTelegram(s, body.telegram.user_id)).status).toBe(200);
  expect((await sendTelegram(s)).status).toBe(500);
  expect((await sendTelegram(s)).status).toBe(500);
});

test('limits are enforced when asked: one a second per chat, thirty per bot', async () => {
  let now = Date.UTC(2026, 5, 1);
  await using s = await openStarted({ now: () => now });
  const crowd = (await s.post('/sandbox/people/bulk', { count: 31, channel: 'telegram' })).body;
  await s.post('/sandbox/faults', { enforce_limits: true });
  expect((await sendTelegram(s)).status).toBe(200);
  expect((await sendTelegram(s)).body).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
  now += 1000;
  expect((await sendTelegram(s)).status).toBe(200);
  now += 1000;
  const statuses: number[] = [];
  for (const chat_id of crowd.user_ids) statuses.push((await sendTelegram(s, chat_id)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect((await sendMax(s)).status).toBe(200);
  expect((await sendMax(s)).status).toBe(429);
});

test('faults are listed, cleared and checked', async () => {
  await using s = await openSandbox();
  await s.post('/sandbox/faults', { kind: 'reset', channel: 'max', times: 3 });
  expect((await s.get('/sandbox/faults')).body.faults).toMatchObject([{ kind: 'reset', channel: 'max', times: 3 }]);
  expect((await s.remove('/sandbox/faults')).body).toMatchObject({ faults: [], enforce_limits: false });
  for (const bad of [
    { kind: 'meteor' },
    {},
    { kind: 'reset', times: 0 },
    { kind: 'status', status: 42 },
    { kind: 'reset', channel: 'icq' },
  ]) {
    expect(await s.post('/sandbox/faults', bad)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  }
});
