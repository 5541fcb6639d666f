import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { annaOnTelegram, openSandbox } from './sandbox-kit.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-sandbox-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('people, chats, queues and settings survive a restart', async () => {
  const stateFile = join(folder, 'state', 'whole.json');
  const first = await openSandbox({ stateFile });
  await first.post('/sandbox/people', { first_name: 'Борис', lang: 'ru' });
  await first.start('telegram', 2, 'auth_x');
  await first.telegram('sendMessage', { chat_id: annaOnTelegram + 1, text: 'Привет' });
  await first.max('POST', '/subscriptions', { url: 'http://127.0.0.1:9/', secret: 'not-a-secret' });
  const before = await first.chat('telegram', 2);
  const update = (await first.telegram('getUpdates')).body.result[0];
  await first.sandbox.close();

  await using second = await openSandbox({ stateFile });
  expect(await second.chat('telegram', 2)).toEqual(before);
  expect((await second.telegram('getUpdates')).body.result).toEqual([update]);
  expect((await second.max('GET', '/subscriptions')).body.subscriptions).toHaveLength(1);
  const sent = await second.telegram('sendMessage', { chat_id: annaOnTelegram + 1, text: 'x' });
  expect(sent.body.result.message_id).toBeGreaterThan(before.messages.at(-1).message_id);
  expect((await second.post('/sandbox/people', { first_name: 'C' })).body.person_id).toBe(3);
});

test('ids do not repeat after a crash that lost the last moments', async () => {
  const stateFile = join(folder, 'crash.json');
  const first = await openSandbox({ stateFile });
  await first.start('telegram');
  let saved = '';
  while (!saved.includes('/start')) saved = await readFile(stateFile, 'utf8').catch(() => '');
  await copyFile(stateFile, join(folder, 'crashed.json'));
  await first.telegram('sendMessage', { chat_id: annaOnTelegram, text: 'lost' });
  const lost = (await first.chat('telegram')).messages.at(-1).message_id;
  await first.sandbox.close();

  await using second = await openSandbox({ stateFile: join(folder, 'crashed.json') });
  const sent = await second.telegram('sendMessage', { chat_id: annaOnTelegram, text: 'x' });
  expect(sent.body.result.message_id).toBeGreaterThan(lost);
});

test('a broken state file is put aside', async () => {
  const stateFile = join(folder, 'broken.json');
  await writeFile(stateFile, '{"version":1,');
  const lines: string[] = [];
  await using s = await openSandbox({ stateFile, log: (line) => lines.push(line) });
  expect((await s.get('/sandbox/people')).body.total).toBe(1);
  expect(await readFile(`${stateFile}.broken`, 'utf8')).toBe('{"version":1,');
  expect(lines).toHaveLength(1);
});

test('only the last messages of a chat are kept', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  for (let index = 0; index < 205; index += 1)
    await s.telegram('sendMessage', { chat_id: annaOnTelegram, text: `${index}` });
  const { messages } = await s.chat('telegram');
  expect(messages).toHaveLength(200);
  expect(messages.at(-1).text).toBe('204');
});
