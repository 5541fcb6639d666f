import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { annaOnTelegram, type Json, openSandbox } from './sandbox-kit.ts';

const everything = ['message', 'callback_query', 'my_chat_member'];

test('a start link arrives as /start with its payload, marked as a command, with the language', async () => {
  await using s = await openSandbox();
  await s.start('telegram', 1, 'auth_demo');
  const { body } = await s.telegram('getUpdates');
  expect(body.result).toHaveLength(1);
  expect(body.result[0].message).toMatchObject({
    text: '/start auth_demo',
    entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    chat: { id: annaOnTelegram, type: 'private' },
    from: { id: annaOnTelegram, first_name: 'Anna', username: 'anna', language_code: 'en', is_bot: false },
  });
});

test('an offset confirms what lies below it, a negative one skips to the end', async () => {
  await using s = await openSandbox();
  for (const text of ['a', 'b', 'c']) await s.post('/sandbox/type', { person_id: 1, channel: 'telegram', text });
  const all = (await s.telegram('getUpdates')).body.result;
  const texts = async (params: object) =>
    (await s.telegram('getUpdates', params)).body.result.map((update: Json) => update.message.text);
  expect(await texts({ limit: 2 })).toEqual(['a', 'b']);
  expect(await texts({ offset: all[0].update_id + 1 })).toEqual(['b', 'c']);
  expect(await texts({})).toEqual(['b', 'c']);
  expect(await texts({ offset: -1 })).toEqual(['c']);
  expect(await texts({})).toEqual(['c']);
  expect(await texts({ offset: all[2].update_id + 1 })).toEqual([]);
});

test('updates are kept for 24 hours', async () => {
  let now = Date.UTC(2026, 5, 1);
  await using s = await openSandbox({ now: () => now });
  await s.start('telegram');
  now += 24 * 3600 * 1000 + 1;
  expect((await s.telegram('getUpdates')).body.result).toEqual([]);
});

test('a long poll is answered as soon as something happens', async () => {
  await using s = await openSandbox();
  const poll = s.telegram('getUpdates', { timeout: 30 });
  await s.get('/sandbox/people');
  await s.start('telegram');
  expect((await poll).body.result).toHaveLength(1);
});

test('a second poll ends the first with a conflict', async () => {
  await using s = await openSandbox();
  const first = s.telegram('getUpdates', { timeout: 30 });
  await untilPolling(s);
  const second = s.telegram('getUpdates', { timeout: 30 });
  expect((await first).body).toEqual({
    ok: false,
    error_code: 409,
    description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  });
  await s.start('telegram');
  expect((await second).body.ok).toBe(true);
});

test('a webhook excludes polling and ends the poll under way', async () => {
  await using s = await openSandbox();
  const poll = s.telegram('getUpdates', { timeout: 30 });
  await untilPolling(s);
  await s.telegram('setWebhook', { url: 'https://example.com/hook', secret_token: 'abc' });
  expect((await poll).body.description).toBe('Conflict: terminated by setWebhook request');
  expect((await s.telegram('getUpdates')).body).toEqual({
    ok: false,
    error_code: 409,
    description:
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  });
  expect((await s.telegram('getWebhookInfo')).body.result).toMatchObject({ url: 'https://example.com/hook' });
  await s.telegram('deleteWebhook');
  expect((await s.telegram('getUpdates')).status).toBe(200);
  expect((await s.telegram('getWebhookInfo')).body.result.url).toBe('');
});

test('blocking and unblocking is told only to a bot that asked for it', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const act = (what: string) => s.post(`/sandbox/${what}`, { person_id: 1, channel: 'telegram' });
  await act('block');
  await act('unblock');
  const before = (await s.telegram('getUpdates', { allowed_updates: everything })).body.result;
  expect(before).toHaveLength(1);
  await act('block');
  await act('block');
  await act('unblock');
  const after = (await s.telegram('getUpdates', { offset: before[0].update_id + 1 })).body.result;
  expect(after.map((update: Json) => update.my_chat_member.new_chat_member.status)).toEqual(['kicked', 'member']);
});

test('a bot that asks for messages only gets no taps', async () => {
  await using s = await openSandbox();
  await s.telegram('getUpdates', { allowed_updates: ['callback_query'] });
  await s.start('telegram');
  expect((await s.telegram('getUpdates')).body.result).toEqual([]);
});

test('a tap becomes a callback query, its answer a notification, and old queries are refused', async () => {
  let now = Date.UTC(2026, 5, 1);
  await using s = await openSandbox({ now: () => now });
  await s.start('telegram');
  const reply_markup = {
    inline_keyboard: [
      [
        { text: 'Yes', callback_data: 'y' },
        { text: 'Site', url: 'https://e.com/' },
      ],
    ],
  };
  const sent = await s.telegram('sendMessage', { chat_id: annaOnTelegram, text: 'Log in?', reply_markup });
  const { message_id } = sent.body.result;
  const tapped = s.post('/sandbox/tap', { person_id: 1, channel: 'telegram', message_id, button: 'Yes' });
  const query = await nextCallback(s);
  expect(query).toMatchObject({ data: 'y', from: { id: annaOnTelegram }, message: { message_id, text: 'Log in?' } });
  const answer = (fields: object) =>
    s.telegram('answerCallbackQuery', { callback_query_id: query.id, ...fields }).then(({ body }) => body);
  expect((await answer({ text: 'x'.repeat(201) })).description).toBe('Bad Request: MESSAGE_TOO_LONG');
  expect(await answer({ text: 'Welcome', show_alert: true })).toEqual({ ok: true, result: true });
  expect((await tapped).body).toEqual({ answered: true, notification: 'Welcome', alert: true });
  const link = await s.post('/sandbox/tap', { person_id: 1, channel: 'telegram', message_id, button: 'Site' });
  expect(link.body).toEqual({ url: 'https://e.com/' });
  now += 60_001;
  const tooOld = 'Bad Request: query is too old and response timeout expired or query ID is invalid';
  expect((await answer({})).description).toBe(tooOld);
  expect((await s.telegram('answerCallbackQuery', { callback_query_id: '77' })).body.description).toBe(tooOld);
});

test('a webhook gets updates in order with its secret, each until it is accepted', async () => {
  await using s = await openSandbox();
  const seen: { secret: unknown; text: string }[] = [];
  let refusals = 1;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ secret: request.headers['x-telegram-bot-api-secret-token'], text: JSON.parse(body).message.text });
    response.writeHead(refusals-- > 0 ? 500 : 204).end();
    if (seen.length === 3) finish();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as { port: number };
  await s.telegram('setWebhook', { url: `http://127.0.0.1:${port}/hook`, secret_token: 'not-a-secret' });
  await s.post('/sandbox/type', { person_id: 1, channel: 'telegram', text: 'first' });
  await s.post('/sandbox/type', { person_id: 1, channel: 'telegram', text: 'second' });
  await finished;
  const secret = 'not-a-secret';
  expect(seen).toEqual([
    { secret, text: 'first' },
    { secret, text: 'first' },
    { secret, text: 'second' },
  ]);
  expect((await s.telegram('getWebhookInfo')).body.result.last_error_message).toContain('500');
  receiver.close();
});

test('a bad webhook is refused', async () => {
  await using s = await openSandbox();
  const set = async (fields: object) => (await s.telegram('setWebhook', fields)).body.description;
  expect(await set({ url: 'http://example.com/' })).toBe(
    'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
  );
  expect(await set({ url: 'https://example.com:9000/' })).toContain('only on ports 80, 88, 443 or 8443');
  expect(await set({ url: 'https://example.com/', secret_token: 'a b' })).toBe(
    'Bad Request: secret token contains unallowed characters',
  );
});

test('pending updates can be dropped', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  expect((await s.telegram('getWebhookInfo')).body.result.pending_update_count).toBe(1);
  await s.telegram('deleteWebhook', { drop_pending_updates: true });
  expect((await s.telegram('getWebhookInfo')).body.result.pending_update_count).toBe(0);
});

type Opened = Awaited<ReturnType<typeof openSandbox>>;

async function untilPolling(s: Opened): Promise<void> {
  while (!(await s.get('/sandbox')).body.telegram.polling);
}

async function nextCallback(s: Opened): Promise<Json> {
  for (;;) {
    const { body } = await s.telegram('getUpdates', { timeout: 5 });
    const query = body.result.find((update: Json) => update.callback_query)?.callback_query;
    if (query) return query;
    await s.telegram('getUpdates', { offset: body.result.at(-1).update_id + 1 });
  }
}
