import { expect, test } from 'vitest';
import { annaOnMax, annasDialog, openSandbox } from './sandbox-kit.ts';

const to = `?user_id=${annaOnMax}`;
const keyboard = (...rows: object[][]) => ({ type: 'inline_keyboard', payload: { buttons: rows } });
const yes = { type: 'callback', text: 'Yes', payload: 'y' };

test('the bot learns who it is, with the token in the header only', async () => {
  await using s = await openSandbox();
  expect((await s.max('GET', '/me')).body).toMatchObject({
    is_bot: true,
    username: 'bellhop_max_bot',
    first_name: 'Bellhop',
  });
  const refused = await s.max('GET', '/me?access_token=max-test-token', undefined, 'wrong');
  expect(refused).toMatchObject({ status: 401, body: { code: 'verify.token' } });
});

test('who may be written to is told as the original tells it', async () => {
  await using s = await openSandbox();
  const send = async (query: string) => {
    const { status, body } = await s.max('POST', `/messages${query}`, { text: 'hi' });
    return [status, body.code, body.message];
  };
  expect(await send('')).toEqual([400, 'proto.payload', 'Unknown recipient']);
  expect(await send('?user_id=5')).toEqual([404, 'dialog.not.found', 'dialog.not.found']);
  expect(await send(to)).toEqual([404, 'dialog.not.found', 'dialog.not.found']);
  await s.start('max');
  expect((await send(to))[0]).toBe(200);
  expect((await send(`?chat_id=${annasDialog}`))[0]).toBe(200);
  await s.post('/sandbox/block', { person_id: 1, channel: 'max' });
  expect(await send(to)).toEqual([403, 'chat.denied', 'error.dialog.suspended']);
});

test('a message comes back in the original shape', async () => {
  await using s = await openSandbox();
  await s.start('max');
  const link = { type: 'link', text: 'Site', url: 'http://localhost:3000/' };
  const { body } = await s.max('POST', `/messages${to}`, {
    text: '**Bold** _it_ [l](https://e.com)',
    format: 'markdown',
    attachments: [keyboard([yes, link])],
  });
  expect(body.message).toMatchObject({
    sender: { is_bot: true },
    recipient: { chat_id: annasDialog, chat_type: 'dialog', user_id: annaOnMax },
    body: {
      text: 'Bold it l',
      attachments: [keyboard([yes, link])],
      markup: [
        { type: 'strong', from: 0, length: 4 },
        { type: 'emphasized', from: 5, length: 2 },
        { type: 'link', from: 8, length: 1, url: 'https://e.com' },
      ],
    },
  });
  const { mid } = body.message.body;
  expect((await s.max('GET', `/messages/${mid}`)).body).toEqual(
    expect.objectContaining({ body: body.message.body, recipient: body.message.recipient }),
  );
  expect((await s.max('GET', `/messages?chat_id=${annasDialog}`)).body.messages).toHaveLength(1);
  expect((await s.max('GET', `/messages?message_ids=${mid}`)).body.messages).toHaveLength(1);
});

test('limits are those of the original', async () => {
  await using s = await openSandbox();
  await s.start('max');
  const send = async (body: object) => (await s.max('POST', `/messages${to}`, body)).body.message;
  const button = (fields: object) => send({ text: 'x', attachments: [keyboard([{ text: 'A', ...fields }])] });
  expect(await send({ text: 'я'.repeat(4001) })).toBe("Field 'text' size (4001) must be at most 4000");
  expect(await send({ text: '' })).toBe('Message must have text or attachments');
  expect(await button({ type: 'callback', payload: 'x'.repeat(1025) })).toBe(
    "Field 'payload' size (1025) must be at most 1024",
  );
  expect(await button({ type: 'link', url: `https://e.com/${'x'.repeat(2040)}` })).toContain('must be at most 2048');
  expect(await button({ type: 'link', url: 'ftp://e.com' })).toBe('Must have only http/https links format in buttons');
  expect(await button({ type: 'teleport' })).toBe('Unsupported button type: teleport');
  expect(await send({ text: 'x', format: 'rtf' })).toBe('Unknown format: rtf');
  expect(await send({ text: 'x', attachments: [{ type: 'hologram' }] })).toBe('Unknown attachment type: hologram');
  expect(await send({ text: 'x'.repeat(4000) })).toBeTypeOf('object');
});

test('in an edit null keeps the keyboard and an empty list removes it', async () => {
  await using s = await openSandbox();
  await s.start('max');
  const sent = await s.max('POST', `/messages${to}`, { text: 'one', attachments: [keyboard([yes])] });
  const { mid } = sent.body.message.body;
  const edit = (body: object) => s.max('PUT', `/messages?message_id=${mid}`, body);
  expect((await edit({ text: 'two', attachments: null })).body).toEqual({ success: true });
  expect((await s.chat('max')).messages[0]).toMatchObject({ text: 'two', edited: true, buttons: [{ text: 'Yes' }] });
  await edit({ text: 'three', attachments: [] });
  expect((await s.chat('max')).messages[0]).toMatchObject({ text: 'three', buttons: [] });
  expect((await s.max('DELETE', `/messages?message_id=${mid}`)).body).toEqual({ success: true });
  expect((await s.max('DELETE', `/messages?message_id=${mid}`)).status).toBe(404);
  expect((await edit({ text: 'four' })).status).toBe(404);
});

test('unknown paths and methods are told apart, and actions are accepted', async () => {
  await using s = await openSandbox();
  await s.start('max');
  expect((await s.max('GET', '/moon')).status).toBe(404);
  expect((await s.max('PATCH', '/messages')).status).toBe(405);
  expect((await s.max('POST', `/chats/${annasDialog}/actions`, { action: 'typing_on' })).body.success).toBe(true);
  const commands = [{ name: 'help', description: 'Help' }];
  expect((await s.max('PATCH', '/me', { commands })).body.commands).toEqual(commands);
});

test('an upload is attached by its token once the platform has digested it', async () => {
  let now = Date.UTC(2026, 5, 1);
  await using s = await openSandbox({ now: () => now });
  await s.start('max');
  const upload = async (type: string) => {
    const { body } = await s.max('POST', `/uploads?type=${type}`);
    const form = new FormData();
    form.set('data', new File([Buffer.from('89504e470d0a1a0a', 'hex')], 'a.png'));
    const answer = await fetch(body.url, { method: 'POST', body: form });
    return { early: body.token as string | undefined, text: await answer.text() };
  };
  const send = async (type: string, payload: object) =>
    (await s.max('POST', `/messages${to}`, { text: 'look', attachments: [{ type, payload }] })).body;

  const image = JSON.parse((await upload('image')).text);
  expect(await send('image', image)).toMatchObject({ code: 'attachment.not.ready' });
  now += 300;
  expect(await send('image', image)).toMatchObject({ message: { body: { attachments: [{ type: 'image' }] } } });

  const file = JSON.parse((await upload('file')).text);
  const video = await upload('video');
  expect(video.text).toBe('<retval>1</retval>');
  await s.post('/sandbox/faults', { attachment_ready_after_ms: 0 });
  expect(await send('file', { token: file.token })).toMatchObject({
    message: { body: { attachments: [{ type: 'file', filename: 'a.png', size: 8 }] } },
  });
  expect(await send('video', { token: video.early })).toMatchObject({
    message: { body: { attachments: [{ type: 'video' }] } },
  });
  expect((await send('image', { token: file.token })).message).toContain('Invalid photo token provided');
  expect((await s.max('POST', '/uploads?type=photo')).status).toBe(400);
  expect((await s.max('POST', '/uploads')).body.message).toBe('Missing required parameter: type');
  expect(await send('image', { url: 'https://example.com/a.png' })).toHaveProperty('message.body');
  const { messages } = await s.chat('max');
  const shown = await fetch(s.url + messages[0].media[0].url);
  expect(shown.headers.get('content-type')).toBe('image/png');
});
