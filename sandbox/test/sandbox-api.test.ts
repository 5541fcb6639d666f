import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { startSandbox } from '../src/index.ts';
import { annaOnTelegram, bots, openSandbox, telegramToken } from './sandbox-kit.ts';

test('people are invented and listed, Anna first', async () => {
  await using s = await openSandbox();
  const made = await s.post('/sandbox/people', { first_name: 'Борис', lang: 'ru' });
  expect(made).toMatchObject({ status: 201, body: { person_id: 2, username: null, lang: 'ru' } });
  const { people } = (await s.get('/sandbox/people')).body;
  expect(people.map((person: { first_name: string }) => person.first_name)).toEqual(['Anna', 'Борис']);
  for (const bad of [
    {},
    { first_name: '' },
    { first_name: 'x', username: 'no spaces' },
    { first_name: 'x', lang: '!' },
  ]) {
    expect(await s.post('/sandbox/people', bad)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  }
});

test('links open in every spelling', async () => {
  await using s = await openSandbox();
  const telegramLinks = [
    'https://t.me/bellhop_bot?start=x',
    't.me/bellhop_bot?start=x',
    'tg://resolve?domain=Bellhop_Bot&start=x',
    `${s.sandbox.linkRoots.telegram}/bellhop_bot?start=x`,
  ];
  const maxLinks = ['https://max.ru/bellhop_max_bot?start=x', `${s.sandbox.linkRoots.max}/bellhop_max_bot?start=x`];
  const open = async (link: string) => (await s.post('/sandbox/open', { person_id: 1, link })).body;
  for (const link of telegramLinks) expect(await open(link)).toMatchObject({ channel: 'telegram', payload: 'x' });
  for (const link of maxLinks) expect(await open(link)).toMatchObject({ channel: 'max', payload: 'x' });
});

test('what cannot be opened says why', async () => {
  await using s = await openSandbox();
  const open = async (link: unknown, person_id: unknown = 1) =>
    (await s.post('/sandbox/open', { person_id, link })).status;
  expect(await open('https://example.com/bellhop_bot?start=x')).toBe(400);
  expect(await open(`https://t.me/bellhop_bot?start=${'x'.repeat(65)}`)).toBe(400);
  expect(await open('https://t.me/bellhop_bot?start=a.b')).toBe(400);
  expect(await open('https://t.me/other_bot?start=x')).toBe(404);
  expect(await open('https://t.me/bellhop_bot', 99)).toBe(404);
  expect(await open('https://t.me/bellhop_bot', 'anna')).toBe(400);
  expect(await open(undefined)).toBe(400);
});

test('opening a link again after a block restarts the bot', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  await s.post('/sandbox/block', { person_id: 1, channel: 'telegram' });
  expect((await s.post('/sandbox/type', { person_id: 1, channel: 'telegram', text: 'hi' })).status).toBe(400);
  await s.start('telegram', 1, 'again');
  expect(await s.chat('telegram')).toMatchObject({ blocked: false });
});

test('a tap names the buttons there are when it misses', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] };
  const { body } = await s.telegram('sendMessage', { chat_id: annaOnTelegram, text: 'x', reply_markup });
  const { message_id } = body.result;
  const tap = (fields: object) => s.post('/sandbox/tap', { person_id: 1, channel: 'telegram', message_id, ...fields });
  expect(await tap({ button: 'No' })).toMatchObject({ status: 404, body: { error: expect.stringContaining('Yes') } });
  expect((await tap({ button: 'Yes', message_id: 1 })).status).toBe(404);
  expect((await tap({ button: 'Yes', channel: 'icq' })).status).toBe(400);
});

test('a chat can be waited for', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const { version } = await s.chat('telegram');
  const waiting = s.get(`/sandbox/chats/telegram/1?wait=20&after=${version}`);
  await s.telegram('sendMessage', { chat_id: annaOnTelegram, text: 'news' });
  expect((await waiting).body.messages.at(-1)).toMatchObject({ text: 'news', from: 'bot', edited: false, buttons: [] });
});

test('calls are logged as they happened, without secrets', async () => {
  await using s = await openSandbox();
  await s.telegram('setWebhook', { url: 'https://example.com/', secret_token: 'hush-hush' });
  await s.telegram('sendMessage', { chat_id: 1, text: 'x' });
  const { calls } = (await s.get('/sandbox/calls')).body;
  expect(calls).toMatchObject([
    { method: 'setWebhook', channel: 'telegram', status: 200, params: { url: 'https://example.com/' } },
    { method: 'sendMessage', status: 400, params: { text: 'x' }, response: { ok: false } },
  ]);
  expect(JSON.stringify(calls)).not.toMatch(new RegExp(`hush-hush|${telegramToken}`));
  const later = await s.get(`/sandbox/calls?since=${calls[0].seq}&channel=telegram&method=sendmessage`);
  expect(later.body.calls).toHaveLength(1);
});

test('events are streamed', async () => {
  await using s = await openSandbox();
  const stop = new AbortController();
  const stream = await fetch(`${s.url}/sandbox/events`, { signal: stop.signal });
  await s.start('telegram');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('event: chat')) break;
  }
  expect(text).toContain('event: hello');
  expect(text).toContain('"person_id":1');
  stop.abort();
});

test('a hundred thousand people are there in a few seconds, and sends to them are counted', async () => {
  await using s = await openSandbox();
  const started = performance.now();
  const { body } = await s.post('/sandbox/people/bulk', { count: 100_000, channel: 'telegram', started: true });
  expect(performance.now() - started).toBeLessThan(5000);
  expect(body.user_ids).toHaveLength(100_000);
  for (const chat_id of [body.user_ids[0], body.user_ids[99_999], body.user_ids[99_999]]) {
    expect((await s.telegram('sendMessage', { chat_id, text: 'x' })).status).toBe(200);
  }
  expect((await s.get('/sandbox/counts?channel=telegram')).body).toMatchObject({
    sent: 3,
    people_reached: 2,
    max_per_person: 2,
  });
  await s.remove('/sandbox/counts');
  expect((await s.get('/sandbox/counts?channel=telegram')).body.sent).toBe(0);
  expect((await s.get('/sandbox/people')).body).toMatchObject({ total: 100_001, people: [{ first_name: 'Anna' }] });
});

test('strange hosts and strange origins are refused', async () => {
  await using s = await openSandbox();
  const { port } = new URL(s.url);
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });
  expect(await ask('GET', '/', { host: `evil.example:${port}` })).toBe(403);
  expect(await ask('GET', '/', { host: `127.0.0.1:${Number(port) + 1}` })).toBe(403);
  expect(await ask('GET', '/', { host: `127.0.0.1.evil.example:${port}` })).toBe(403);
  expect(await ask('GET', '/', { host: `localhost:${port}` })).toBe(200);
  const post = (origin: string) => ask('POST', '/sandbox/faults', { host: `127.0.0.1:${port}`, origin });
  expect(await post('https://evil.example')).toBe(403);
  expect(await post('null')).toBe(403);
  expect(await post(s.url)).toBe(400);
});

test('the page is served for links too, under a policy without inline code', async () => {
  await using s = await openSandbox();
  for (const path of ['/', '/t.me/bellhop_bot?start=x', '/max.ru/bellhop_max_bot?start=x']) {
    const answer = await fetch(s.url + path);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      expect((await fetch(s.url + path)).status).toBe(200);
  }
  expect((await fetch(`${s.url}/phone/..%2fpackage.json`)).status).toBe(404);
});

test('production and public addresses are refused', async () => {
  await expect(startSandbox({ port: 0, host: '0.0.0.0', ...bots })).rejects.toThrow('loopback');
  vi.stubEnv('NODE_ENV', 'production');
  await expect(startSandbox({ port: 0, ...bots })).rejects.toThrow('production');
  vi.unstubAllEnvs();
});
