import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { annaOnMax, annasDialog, type Json, openSandbox } from './sandbox-kit.ts';

type Opened = Awaited<ReturnType<typeof openSandbox>>;
const updates = async (s: Opened, query = ''): Promise<Json> => (await s.max('GET', `/updates?timeout=0${query}`)).body;
const untilPolling = async (s: Opened) => {
  while (!(await s.get('/sandbox')).body.max.polling);
};

test('a start link arrives as bot_started with its payload and the language', async () => {
  await using s = await openSandbox();
  await s.start('max', 1, 'auth_demo');
  const { updates: got } = await updates(s);
  expect(got).toEqual([
    expect.objectContaining({
      update_type: 'bot_started',
      chat_id: annasDialog,
      payload: 'auth_demo',
      user_locale: 'en',
      user: expect.objectContaining({ user_id: annaOnMax, first_name: 'Anna', is_bot: false }),
    }),
  ]);
  expect(got[0].timestamp).toBeGreaterThan(1e12);
});

test('a marker confirms what lies before it', async () => {
  await using s = await openSandbox();
  for (const text of ['a', 'b', 'c']) await s.post('/sandbox/type', { person_id: 1, channel: 'max', text });
  const first = await updates(s, '&limit=2');
  const texts = (list: Json[]) => list.map((update) => update.message.body.text);
  expect(texts(first.updates)).toEqual(['a', 'b']);
  expect(texts((await updates(s)).updates)).toEqual(['a', 'b', 'c']);
  const second = await updates(s, `&marker=${first.marker}`);
  expect(texts(second.updates)).toEqual(['c']);
  expect((await updates(s, `&marker=${second.marker}`)).updates).toEqual([]);
});

test('types narrow what comes, and bad numbers are refused', async () => {
  await using s = await openSandbox();
  await s.start('max');
  await s.post('/sandbox/type', { person_id: 1, channel: 'max', text: 'x' });
  expect((await updates(s, '&types=message_created')).updates).toHaveLength(1);
  expect((await s.max('GET', '/updates?timeout=1500')).body).toEqual({
    code: 'proto.payload',
    message: "Field 'timeout' value (1500) must be at most 90",
  });
  expect((await s.max('GET', '/updates?limit=0')).status).toBe(400);
});

test('a long poll is answered as soon as something happens', async () => {
  await using s = await openSandbox();
  const poll = s.max('GET', '/updates?timeout=30');
  await untilPolling(s);
  await s.start('max');
  expect((await poll).body.updates).toHaveLength(1);
});

test('stopping, resuming and removing a dialogue are told', async () => {
  await using s = await openSandbox();
  await s.start('max');
  await s.post('/sandbox/block', { person_id: 1, channel: 'max' });
  await s.post('/sandbox/unblock', { person_id: 1, channel: 'max' });
  await s.post('/sandbox/block', { person_id: 1, channel: 'max', remove: true });
  const types = (await updates(s)).updates.map((update: Json) => update.update_type);
  expect(types).toEqual(['bot_started', 'bot_stopped', 'bot_started', 'bot_stopped', 'dialog_removed']);
});

test('a tap is answered and the message edited in one call', async () => {
  await using s = await openSandbox();
  await s.start('max');
  const buttons = [[{ type: 'callback', text: 'Yes', payload: 'y' }]];
  const sent = await s.max('POST', `/messages?user_id=${annaOnMax}`, {
    text: 'Log in?',
    attachments: [{ type: 'inline_keyboard', payload: { buttons } }],
  });
  const message_id = sent.body.message.body.mid;
  const tapped = s.post('/sandbox/tap', { person_id: 1, channel: 'max', message_id, button: 'Yes' });
  let got: Json;
  while (!got?.callback) {
    const { body } = await s.max('GET', '/updates?timeout=5&types=message_callback');
    got = body.updates[0];
  }
  expect(got).toMatchObject({
    callback: { payload: 'y', user: { user_id: annaOnMax } },
    message: { body: { mid: message_id } },
  });
  const answer = (body: object, id = got.callback.callback_id) => s.max('POST', `/answers?callback_id=${id}`, body);
  expect((await answer({})).body.message).toBe('Invalid request. `message` or `notification` required');
  expect((await answer({ notification: 'x' }, 'cb.0')).status).toBe(404);
  const done = await answer({ notification: 'Welcome', message: { text: 'Done', attachments: [] } });
  expect(done.body).toEqual({ success: true });
  expect((await tapped).body).toMatchObject({ notification: 'Welcome' });
  expect((await s.chat('max')).messages[0]).toMatchObject({ text: 'Done', buttons: [], edited: true });
});

test('a subscription excludes polling and gets updates with its secret until it answers 200', async () => {
  await using s = await openSandbox();
  const seen: unknown[][] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push([request.headers['x-max-bot-api-secret'], JSON.parse(body).update_type]);
    // 204 is not 200: MAX tries again.
    response.writeHead(seen.length === 1 ? 204 : 200).end();
    if (seen.length === 2) finish();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/hook`;
  const body = { url, secret: 'not-a-secret', update_types: ['bot_started'] };
  expect((await s.max('POST', '/subscriptions', body)).body).toEqual({ success: true });
  expect((await s.max('GET', '/subscriptions')).body.subscriptions).toEqual([
    { url, time: expect.any(Number), update_types: ['bot_started'] },
  ]);
  expect((await s.max('GET', '/updates')).status).toBe(405);
  await s.post('/sandbox/type', { person_id: 1, channel: 'max', text: 'not wanted' });
  await s.start('max');
  await finished;
  expect(seen).toEqual([
    ['not-a-secret', 'bot_started'],
    ['not-a-secret', 'bot_started'],
  ]);
  expect((await s.max('DELETE', `/subscriptions?url=${encodeURIComponent(url)}`)).body).toEqual({ success: true });
  expect((await s.max('GET', '/updates?timeout=0')).status).toBe(200);
  receiver.close();
});

test('a subscription that fails for eight hours is dropped', async () => {
  let now = Date.UTC(2026, 5, 1);
  await using s = await openSandbox({ now: () => now });
  await s.max('POST', '/subscriptions', { url: 'http://127.0.0.1:9/hook', secret: 'not-a-secret' });
  await s.start('max');
  while ((await s.get('/sandbox/calls?channel=max&method=webhook push')).body.calls.length === 0);
  now += 8 * 3600 * 1000;
  while ((await s.max('GET', '/subscriptions')).body.subscriptions.length > 0);
  expect((await s.max('GET', '/updates?timeout=0')).body.updates).toHaveLength(1);
});

test('a bad subscription is refused', async () => {
  await using s = await openSandbox();
  const subscribe = async (body: object) => (await s.max('POST', '/subscriptions', body)).status;
  expect(await subscribe({})).toBe(400);
  expect(await subscribe({ url: 'http://example.com/' })).toBe(400);
  expect(await subscribe({ url: 'https://example.com:8443/' })).toBe(400);
  expect(await subscribe({ url: 'https://example.com/', secret: 'abc' })).toBe(400);
});
