import { expect, test } from 'vitest';
import { uuidv7 } from '#lib/ids.ts';
import { parseButtonTap } from './buttons.ts';
import { outgoingMessage } from './compose-project-message.ts';
import { ann, openCompositions } from './composition.fixture.ts';
import type { MessageBody } from './message-body.ts';

const { read, refusal } = await openCompositions();
const link = { text: 'Open', url: 'https://a.example/вход?x=1' };
const tap = { text: 'Yes', callback_data: 'yes' };

test('buttons stay in their places; a tap names its message and place, not what it stands for', async () => {
  const composition = await read({
    text: 'x',
    buttons: [[tap, link, { ...tap, text: ' No ' }], [tap], [link, link, tap]],
  });
  expect(composition.buttons?.[0]?.[2]).toEqual({ text: 'No', callback_data: 'yes' });
  const messageId = uuidv7(new Date());
  const message = outgoingMessage(composition, ann, { messageId });
  if ('fail' in message) throw new Error(message.error);
  expect(message.buttons?.map((row) => row.map(({ text }) => text))).toEqual([
    ['Yes', 'Open', 'No'],
    ['Yes'],
    ['Open', 'Open', 'Yes'],
  ]);
  expect(message.buttons?.[0]?.[1]).toEqual(link);
  for (const [row, column] of [
    [0, 0],
    [0, 2],
    [1, 0],
    [2, 2],
  ] as const) {
    const button = message.buttons?.[row]?.[column];
    const data = button && 'tap' in button ? button.tap : '';
    expect(data).not.toContain('yes');
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
    expect(data.startsWith('msg:')).toBe(true);
    expect(parseButtonTap(data.slice('msg:'.length))).toEqual({ messageId, row, column });
  }
});

test.each([
  '',
  'x',
  `${'z'.repeat(22)}:00`,
  `${'0'.repeat(22)}:03`,
  `${'0'.repeat(22)}:0`,
  `${'0'.repeat(22)}:000`,
  `${'0'.repeat(21)}:00`,
])('a made-up tap is nothing: %s', (rest) => expect(parseButtonTap(rest)).toBeUndefined());

test('no buttons, or an empty list of them, is none', async () => {
  expect(await read({ text: 'x', buttons: [] })).not.toHaveProperty('buttons');
});

test('buttons are taken at their limits', async () => {
  await read({ text: 'x', buttons: [[{ text: '😀'.repeat(64), callback_data: 'ж'.repeat(32) }]] });
  await read({ text: 'x', buttons: [[{ text: 'x', url: `https://a.example/${'x'.repeat(2048 - 18)}` }]] });
  await read({ text: 'x', buttons: [[{ text: 'x', url: 'http://192.0.2.1:8080/' }]] });
});

test.each<[unknown, string]>([
  [[[tap], [tap], [tap], [tap]], 'validation_failed: `buttons` has 4 rows; at most 3'],
  [[[tap, tap, tap, tap]], 'validation_failed: `buttons.0` has 4 buttons; at most 3'],
  [[[tap], []], 'validation_failed: `buttons.1` is a row without buttons'],
  [[[{ text: '  ', url: link.url }]], 'validation_failed: `buttons.0.0.text` must not be empty'],
  [[[{ text: '😀'.repeat(65), url: link.url }]], 'validation_failed: `buttons.0.0.text` has 65 characters'],
  [[[tap, { text: 'x' }]], 'validation_failed: `buttons.0.1` needs `url` or `callback_data`'],
  [[[{ ...link, ...tap }]], 'validation_failed: `buttons.0.0` has both'],
  [[[{ text: 'x', callback_data: '' }]], 'validation_failed: `buttons.0.0.callback_data` must not be empty'],
  [[[{ text: 'x', callback_data: 'ж'.repeat(33) }]], 'validation_failed: `buttons.0.0.callback_data` has 66 bytes'],
  ...['', 'x', 'javascript:alert(1)', 'tg://user?id=1', 'https://', 'https://a b.example', 'ftp://a.example'].map(
    (url): [unknown, string] => [[[{ text: 'x', url }]], 'invalid_url: `buttons.0.0.url`: '],
  ),
  ...[
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://printer/',
    'https://x.localhost',
    'http://0/',
  ].map((url): [unknown, string] => [
    [[{ text: 'x', url }]],
    'invalid_url: `buttons.0.0.url`: messengers open only public',
  ]),
  [
    [[{ text: 'x', url: `https://a.example/${'x'.repeat(2048 - 17)}` }]],
    'invalid_url: `buttons.0.0.url`: the URL is longer',
  ],
])('buttons that a messenger would refuse are refused by name: %j', async (buttons, error) => {
  expect(await refusal({ text: 'x', buttons: buttons as NonNullable<MessageBody['buttons']> })).toContain(error);
});
