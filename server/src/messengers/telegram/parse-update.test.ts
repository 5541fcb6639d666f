import { describe, expect, it } from 'vitest';
import { parseUpdate } from './parse-update.ts';

const now = new Date('2026-11-14T09:30:00Z');
const from = { id: 7_000_000_001, is_bot: false, first_name: 'Анна', username: 'anna', language_code: 'ru' };
const person = { id: '7000000001', firstName: 'Анна', username: 'anna', lang: 'ru' };
const chat = { id: from.id, type: 'private', first_name: 'Анна' };
const group = { id: -100123, type: 'supergroup', title: 'G' };
const date = 1_763_000_000;
const at = new Date(date * 1000);
const parse = (rest: object) => parseUpdate({ update_id: 42, ...rest }, now);
const message = (rest: object) => parse({ message: { message_id: 1, date, chat, from, ...rest } });

describe('a message', () => {
  it.each([
    ['/start auth_demo', 'auth_demo'],
    ['/start@bellhop_bot auths_A-b_9', 'auths_A-b_9'],
    ['/start', null],
    ['/START  proj_x ', 'proj_x'],
    ['/start привет', null],
    ['/start two words', null],
    [`/start ${'x'.repeat(65)}`, null],
  ])('%s starts the bot with %s', (text, payload) => {
    expect(message({ text })).toEqual({ key: '42', at, kind: 'started', person, payload });
  });

  it.each(['hello', '/stop', '/started', 'please /start x'])('%s is text', (text) => {
    expect(message({ text })).toEqual({ key: '42', at, kind: 'text', person, text });
  });

  it.each([
    ['a sticker', { sticker: {} }],
    ['from a bot', { text: 'x', from: { ...from, is_bot: true } }],
    ['from nobody', { text: 'x', from: undefined }],
  ])('%s is of no use', (_, rest) => expect(message(rest)).toMatchObject({ kind: 'other', key: '42' }));

  it('in a group or channel names the group alone', () => {
    const told = { key: '42', at, kind: 'group', groupId: '-100123' };
    expect(message({ text: '/start auth_demo', chat: group })).toEqual(told);
    expect(parse({ channel_post: { date, chat: { ...group, type: 'channel' }, text: 'x' } })).toEqual(told);
    expect(
      parse({ callback_query: { id: '5', from, data: 'x', message: { message_id: 1, date, chat: group } } }),
    ).toEqual({
      ...told,
      at: now,
    });
  });

  it('of a person without a username and with another language says so', () => {
    const told = message({ text: 'x', from: { id: 5, is_bot: false, first_name: 'Bo' } });
    expect(told).toMatchObject({ person: { id: '5', firstName: 'Bo', username: null, lang: 'en' } });
  });
});

describe('a tap', () => {
  const tap = (rest: object) =>
    parse({ callback_query: { id: '900', from, chat_instance: '1', data: 'yes', ...rest } });
  const told = { key: '42', at: now, kind: 'tap', person, tapId: '900', data: 'yes' };

  it('names its message, also one that is too old to be shown', () => {
    expect(tap({ message: { message_id: 17, date, chat, text: 'x' } })).toEqual({ ...told, messageId: '17' });
    expect(tap({ message: { message_id: 17, date: 0, chat } })).toEqual({ ...told, messageId: '17' });
  });

  it('under an inline message has no message', () => {
    expect(tap({ inline_message_id: 'abc' })).toEqual({ ...told, messageId: null });
  });

  it('on a game is of no use', () => {
    expect(tap({ data: undefined, game_short_name: 'x' })).toMatchObject({ kind: 'other' });
  });
});

describe('a change of membership', () => {
  const member = (status: string, where: object = chat) =>
    parse({ my_chat_member: { chat: where, from, date, old_chat_member: {}, new_chat_member: { status, user: {} } } });

  it('in a private chat is a block or its end', () => {
    expect(member('kicked')).toEqual({ key: '42', at, kind: 'stopped', person });
    expect(member('member')).toEqual({ key: '42', at, kind: 'unblocked', person });
  });

  it('in a group tells the group, unless the bot has left it', () => {
    expect(member('member', group)).toEqual({ key: '42', at, kind: 'group', groupId: '-100123' });
    expect(member('administrator', group)).toMatchObject({ kind: 'group' });
    expect(member('left', group)).toMatchObject({ kind: 'other' });
    expect(member('kicked', group)).toMatchObject({ kind: 'other' });
  });
});

it('whatever a known field holds, nothing is thrown', () => {
  const values = [
    null,
    5,
    'x',
    [],
    {},
    { chat: null },
    { chat, from: null },
    { chat: {}, from: { id: 'x' } },
    { text: 5, chat, from },
  ];
  for (const field of ['message', 'callback_query', 'my_chat_member', 'channel_post', 'edited_message', 'poll']) {
    for (const value of values) {
      expect(parse({ [field]: value })).toMatchObject({ key: '42', kind: 'other' });
    }
  }
});
