import { describe, expect, it } from 'vitest';
import { parseUpdate } from './parse-update.ts';

const now = new Date('2026-11-14T09:30:00Z');
const timestamp = 1_763_000_000_123;
const at = new Date(timestamp);
const user = { user_id: 100_000_001, first_name: 'Анна', last_name: 'Б', username: null, is_bot: false };
const person = { id: '100000001', firstName: 'Анна', username: null, lang: 'ru' };
const recipient = { chat_id: 40_000_000_001, chat_type: 'dialog', user_id: 1 };
const key = expect.stringMatching(/./);
const parse = (type: string, rest: object = {}) =>
  parseUpdate({ update_type: type, timestamp, user_locale: 'ru-RU', ...rest }, now);
const created = (rest: object) =>
  parse('message_created', {
    message: { sender: user, recipient, timestamp, body: { mid: 'mid.1', seq: 1, text: 'x' }, ...rest },
  });

describe('an update', () => {
  it('tells a start, by a link, by hand or typed', () => {
    const started = { key, at, kind: 'started', person };
    expect(parse('bot_started', { chat_id: 5, user, payload: 'auth_demo' })).toEqual({
      ...started,
      payload: 'auth_demo',
    });
    expect(parse('bot_started', { chat_id: 5, user, payload: null })).toEqual({ ...started, payload: null });
    expect(parse('bot_started', { chat_id: 5, user, payload: 'не наше' })).toEqual({ ...started, payload: null });
    expect(created({ body: { mid: 'mid.1', text: '/start proj_x' } })).toEqual({ ...started, payload: 'proj_x' });
  });

  it('tells a text', () => {
    expect(created({})).toEqual({ key, at, kind: 'text', person, text: 'x' });
  });

  it.each(['bot_stopped', 'dialog_removed'])('%s means that the person stopped the bot', (type) => {
    expect(parse(type, { chat_id: 5, user })).toEqual({ key, at, kind: 'stopped', person });
  });

  it('tells a tap, with or without its message', () => {
    const callback = { timestamp, callback_id: 'cb.1', payload: 'yes', user };
    const tap = { key, at, kind: 'tap', person, tapId: 'cb.1', data: 'yes' };
    const message = { sender: { user_id: 1, is_bot: true }, recipient, body: { mid: 'mid.7', text: '?' } };
    expect(parse('message_callback', { callback, message })).toEqual({ ...tap, messageId: 'mid.7' });
    expect(parse('message_callback', { callback, message: null })).toEqual({ ...tap, messageId: null });
  });

  it('from a group or channel names the group alone', () => {
    expect(parse('bot_added', { chat_id: -7, user, is_channel: false })).toEqual({
      key,
      at,
      kind: 'group',
      groupId: '-7',
    });
    const inGroup = { ...recipient, chat_id: -7, chat_type: 'chat' };
    expect(created({ recipient: inGroup })).toEqual({ key, at, kind: 'group', groupId: '-7' });
    const callback = { timestamp, callback_id: 'cb.1', payload: 'yes', user };
    expect(parse('message_callback', { callback, message: { recipient: inGroup } })).toMatchObject({ kind: 'group' });
  });

  it('that Bellhop has no use for is of no use', () => {
    expect(created({ body: { mid: 'mid.1', text: null, attachments: [{}] } })).toMatchObject({ kind: 'other' });
    expect(created({ sender: { ...user, is_bot: true } })).toMatchObject({ kind: 'other' });
    expect(parse('user_added', { chat_id: -7, user })).toMatchObject({ kind: 'other' });
  });

  it('without a locale, or with one that is not Russian, is in English', () => {
    expect(parse('bot_started', { user, user_locale: 'kk' })).toMatchObject({ person: { lang: 'en' } });
    expect(parse('bot_started', { user, user_locale: null })).toMatchObject({ person: { lang: 'en' } });
  });
});

describe('the key of an update', () => {
  const keyOf = (type: string, rest: object) => parse(type, rest)?.key;

  it('is the same each time, and another for everything else', () => {
    const updates: [string, object][] = [
      ['bot_started', { chat_id: 5, user, payload: 'a' }],
      ['bot_started', { chat_id: 5, user, payload: 'b' }],
      ['bot_started', { chat_id: 6, user, payload: 'a' }],
      ['bot_started', { chat_id: 5, user: { ...user, user_id: 2 }, payload: 'a' }],
      ['bot_started', { chat_id: 5, user, payload: 'a', timestamp: timestamp + 1 }],
      ['bot_stopped', { chat_id: 5, user, payload: 'a' }],
      ['message_created', { message: { sender: user, recipient, body: { mid: 'mid.1', text: 'x' } } }],
      ['message_created', { message: { sender: user, recipient, body: { mid: 'mid.2', text: 'x' } } }],
      ['message_callback', { callback: { callback_id: 'cb.1', timestamp, user } }],
      ['message_callback', { callback: { callback_id: 'cb.2', timestamp, user } }],
      ['message_callback', { callback: { callback_id: 'cb.1', timestamp: timestamp + 1, user } }],
    ];
    const keys = updates.map(([type, rest]) => keyOf(type, rest));
    expect(new Set(keys).size).toBe(updates.length);
    expect(updates.map(([type, rest]) => keyOf(type, structuredClone(rest)))).toEqual(keys);
  });
});

it('whatever a known field holds, nothing is thrown', () => {
  const values = [null, 5, 'x', [], {}, { body: 5, recipient: null }, { user: 5 }, { user_id: 'x' }];
  for (const type of ['bot_started', 'bot_stopped', 'message_created', 'message_callback', 'bot_added', 'new_type']) {
    for (const field of ['user', 'message', 'callback', 'payload', 'timestamp', 'user_locale']) {
      for (const value of values) expect(parse(type, { [field]: value })).toMatchObject({ kind: 'other' });
    }
  }
});
