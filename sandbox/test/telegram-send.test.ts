import { expect, test } from 'vitest';
import { annaOnTelegram as chat_id, type Json, openSandbox, telegramToken } from './sandbox-kit.ts';

const refusal = (code: number, description: string) => ({ ok: false, error_code: code, description });

test('the bot learns who it is', async () => {
  await using s = await openSandbox();
  const { body } = await s.telegram('getMe');
  expect(body).toMatchObject({ ok: true, result: { id: 4200, is_bot: true, username: 'bellhop_bot' } });
});

test('a wrong token is Unauthorized and an unknown method Not Found', async () => {
  await using s = await openSandbox();
  expect((await s.telegram('getMe', {}, '1:wrong')).body).toEqual(refusal(401, 'Unauthorized'));
  expect((await s.telegram('getMoon')).body).toEqual(refusal(404, 'Not Found'));
});

test('parameters arrive as JSON, as a form, as multipart and in the query', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const url = `${s.sandbox.telegramApiRoot}/bot${telegramToken}/sendMessage`;
  const keyboard = JSON.stringify({ inline_keyboard: [[{ text: 'A', callback_data: 'a' }]] });
  const fields = { chat_id: String(chat_id), text: 'hello', reply_markup: keyboard };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answers = await Promise.all([
    fetch(url, { method: 'POST', body: new URLSearchParams(fields) }),
    fetch(url, { method: 'POST', body: form }),
    fetch(`${url}?${new URLSearchParams(fields)}`),
  ]);
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({
      ok: true,
      result: { text: 'hello', reply_markup: JSON.parse(keyboard) },
    });
  }
  expect((await s.chat('telegram')).messages).toHaveLength(4);
});

test('who may be written to is told as the original tells it', async () => {
  await using s = await openSandbox();
  const send = async () => (await s.telegram('sendMessage', { chat_id, text: 'hi' })).body;
  expect((await s.telegram('sendMessage', { chat_id: 5, text: 'hi' })).body).toEqual(
    refusal(400, 'Bad Request: chat not found'),
  );
  expect((await s.telegram('sendMessage', { text: 'hi' })).body).toEqual(refusal(400, 'Bad Request: chat_id is empty'));
  expect(await send()).toEqual(refusal(403, "Forbidden: bot can't initiate conversation with a user"));
  await s.start('telegram');
  expect(await send()).toMatchObject({ ok: true });
  await s.post('/sandbox/block', { person_id: 1, channel: 'telegram' });
  expect(await send()).toEqual(refusal(403, 'Forbidden: bot was blocked by the user'));
  await s.post('/sandbox/unblock', { person_id: 1, channel: 'telegram' });
  expect(await send()).toMatchObject({ ok: true });
  await s.post('/sandbox/deactivate', { person_id: 1 });
  expect(await send()).toEqual(refusal(403, 'Forbidden: user is deactivated'));
});

test('a text has 1 to 4096 units after parsing', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const send = async (text: string, parse_mode?: string) =>
    (await s.telegram('sendMessage', { chat_id, text, parse_mode })).body.description;
  expect(await send('')).toBe('Bad Request: message text is empty');
  expect(await send('  \n ')).toBe('Bad Request: message text is empty');
  expect(await send('<b></b>', 'HTML')).toBe('Bad Request: message text is empty');
  expect(await send('я'.repeat(4096))).toBeUndefined();
  expect(await send('я'.repeat(4097))).toBe('Bad Request: message is too long');
  expect(await send(`<b>${'x'.repeat(4096)}</b>`, 'HTML')).toBeUndefined();
});

test('bad markup is refused and good markup becomes entities', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const send = async (text: string, parse_mode: string) =>
    (await s.telegram('sendMessage', { chat_id, text, parse_mode })).body;
  expect(await send('привет <b>мир', 'HTML')).toEqual(
    refusal(400, `Bad Request: can't parse entities: Can't find end tag corresponding to start tag "b"`),
  );
  expect(await send('a.', 'MarkdownV2')).toEqual(
    refusal(
      400,
      `Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'`,
    ),
  );
  expect(await send('x', 'BBCode')).toEqual(refusal(400, 'Bad Request: unsupported parse_mode'));
  expect((await send('<a href="https://e.com/?a=1&amp;b=2">é <b>x</b></a>', 'HTML')).result).toMatchObject({
    text: 'é x',
    entities: [
      { type: 'text_link', offset: 0, length: 3, url: 'https://e.com/?a=1&b=2' },
      { type: 'bold', offset: 2, length: 1 },
    ],
  });
});

test('buttons are checked as the original checks them', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const send = async (button: object) =>
    (await s.telegram('sendMessage', { chat_id, text: 'x', reply_markup: { inline_keyboard: [[button]] } })).body;
  expect(await send({ text: 'A', callback_data: 'я'.repeat(33) })).toEqual(
    refusal(400, 'Bad Request: BUTTON_DATA_INVALID'),
  );
  expect(await send({ text: 'A', callback_data: '' })).toEqual(refusal(400, 'Bad Request: BUTTON_DATA_INVALID'));
  expect(await send({ text: 'A', callback_data: 'x'.repeat(64), style: 'success' })).toMatchObject({ ok: true });
  for (const url of ['http://localhost:8080/a', 'http://127.0.0.1/a', 'https://intranet/', 'http://[::1]/']) {
    expect(await send({ text: 'A', url })).toEqual(
      refusal(400, `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`),
    );
  }
  expect(await send({ text: 'A', url: 'https://example.com/' })).toMatchObject({ ok: true });
  expect((await send({ text: 'A' })).description).toContain('Text buttons are unallowed');
});

test('media is taken by upload and by address, within its sizes', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const upload = async (method: string, field: string, bytes: number, caption = ''): Promise<Json> => {
    const form = new FormData();
    form.set('chat_id', String(chat_id));
    form.set(field, `attach://file0`);
    form.set('caption', caption);
    form.set('file0', new File([new Uint8Array(bytes).fill(1)], 'a.bin'));
    const answer = await fetch(`${s.sandbox.telegramApiRoot}/bot${telegramToken}/${method}`, {
      method: 'POST',
      body: form,
    });
    return answer.json();
  };
  const megabyte = 1024 * 1024;
  const photo = await upload('sendPhoto', 'photo', 3, 'look');
  expect(photo).toMatchObject({ ok: true, result: { caption: 'look', photo: [{ file_size: 3 }] } });
  expect(await upload('sendVideo', 'video', 3)).toMatchObject({ ok: true, result: { video: { file_name: 'a.bin' } } });
  expect(await upload('sendDocument', 'document', 11 * megabyte)).toMatchObject({ ok: true });
  expect((await upload('sendPhoto', 'photo', 10 * megabyte + 1)).description).toBe(
    'Bad Request: file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes',
  );
  expect(await upload('sendDocument', 'document', 50 * megabyte + 1)).toMatchObject({ error_code: 413 });
  expect((await upload('sendPhoto', 'photo', 3, 'x'.repeat(1025))).description).toBe(
    'Bad Request: message caption is too long',
  );
  const again = await s.telegram('sendPhoto', { chat_id, photo: photo.result.photo[0].file_id });
  expect(again.body).toMatchObject({ ok: true, result: { photo: [{ file_size: 3 }] } });
  expect((await s.telegram('sendPhoto', { chat_id, photo: 'https://example.com/cat.png' })).body.ok).toBe(true);
  expect((await s.telegram('sendPhoto', { chat_id, photo: 'http://127.0.0.1/cat.png' })).body.description).toBe(
    'Bad Request: failed to get HTTP URL content',
  );
  expect((await s.telegram('sendPhoto', { chat_id, photo: 'nonsense' })).body.description).toBe(
    'Bad Request: wrong file identifier/HTTP URL specified',
  );
  const { messages } = await s.chat('telegram');
  expect(await fetch(s.url + messages[1].media[0].url).then((answer) => answer.headers.get('content-type'))).toBe(
    'application/octet-stream',
  );
});

test('a message is edited, refused when nothing changes, and deleted', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const reply_markup = { inline_keyboard: [[{ text: 'A', callback_data: 'a' }]] };
  const { body } = await s.telegram('sendMessage', { chat_id, text: 'one', reply_markup });
  const message_id = body.result.message_id;
  const notModified =
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';
  const edit = async (method: string, fields: object) =>
    (await s.telegram(method, { chat_id, message_id, ...fields })).body;
  expect((await edit('editMessageText', { text: 'one', reply_markup })).description).toBe(notModified);
  expect((await edit('editMessageText', { text: 'one' })).result).not.toHaveProperty('reply_markup');
  expect((await edit('editMessageReplyMarkup', { reply_markup })).result.reply_markup).toEqual(reply_markup);
  expect((await edit('editMessageReplyMarkup', { reply_markup })).description).toBe(notModified);
  expect((await edit('editMessageCaption', { caption: 'c' })).description).toBe(
    'Bad Request: there is no caption in the message to edit',
  );
  expect((await s.chat('telegram')).messages[1]).toMatchObject({ text: 'one', edited: true, buttons: [{ text: 'A' }] });
  const own = (await s.chat('telegram')).messages[0].message_id;
  expect((await edit('editMessageText', { message_id: own, text: 'x' })).description).toBe(
    "Bad Request: message can't be edited",
  );
  expect(await edit('deleteMessage', {})).toEqual({ ok: true, result: true });
  expect((await edit('deleteMessage', {})).description).toBe('Bad Request: message to delete not found');
  expect((await edit('editMessageText', { text: 'x' })).description).toBe('Bad Request: message to edit not found');
  const photo = await s.telegram('sendPhoto', { chat_id, photo: 'https://example.com/a.png', caption: 'a' });
  const { message_id: photoId } = photo.body.result;
  expect((await edit('editMessageCaption', { message_id: photoId, caption: 'b' })).result.caption).toBe('b');
  expect((await edit('editMessageText', { message_id: photoId, text: 'b' })).description).toBe(
    'Bad Request: there is no text in the message to edit',
  );
});

test('commands, chat actions, leaving and protection behave as in a private chat', async () => {
  await using s = await openSandbox();
  await s.start('telegram');
  const commands = [{ command: 'help', description: 'Help' }];
  expect((await s.telegram('setMyCommands', { commands })).body.result).toBe(true);
  expect((await s.telegram('getMyCommands')).body.result).toEqual(commands);
  expect(
    (await s.telegram('setMyCommands', { commands: [{ command: 'Hé', description: 'x' }] })).body.description,
  ).toBe('Bad Request: BOT_COMMAND_INVALID');
  expect((await s.telegram('sendChatAction', { chat_id, action: 'typing' })).body.result).toBe(true);
  expect((await s.telegram('leaveChat', { chat_id })).status).toBe(400);
  const { body } = await s.telegram('sendMessage', { chat_id, text: 'x', protect_content: true });
  expect(body.result.has_protected_content).toBe(true);
});
