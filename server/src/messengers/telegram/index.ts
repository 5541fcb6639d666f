/** Telegram behind the port: the Bot API's calls and updates in Bellhop's words. */
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { unreachable } from '../failure.ts';
import type { Messenger, Result } from '../messenger.ts';
import { cutNotice } from '../notice.ts';
import { createBotApi } from './bot-api.ts';
import { editMessage } from './edit-message.ts';
import { KnownFiles } from './known-files.ts';
import { allowedUpdates, parseUpdate } from './parse-update.ts';
import { offsetOf, positionAfter } from './position.ts';
import { isQueryTooOld } from './refusal.ts';
import { sendMessage } from './send-message.ts';

export type TelegramOptions = {
  token: string;
  /** Without `/bot<token>`. */
  apiRoot: string;
  linkRoot?: string;
  timeoutMs?: number;
  /** Told of every call that failed; the token is never in it. */
  log?: (detail: string) => void;
  clock?: Clock;
  pause?: (ms: number) => Promise<unknown>;
};

const mostUpdates = 100;
const done: Result<void> = { ok: true, value: undefined };
const doneIf = (result: Result<unknown>): Result<void> => (result.ok ? done : result);

export function createTelegram(options: TelegramOptions): Messenger {
  const { token, apiRoot, linkRoot = 'https://t.me', timeoutMs = 10_000, log = () => {} } = options;
  const { clock = { now: () => new Date() }, pause = pauseFor } = options;
  const api = createBotApi({ token, apiRoot, timeoutMs, log });
  const files = new KnownFiles();
  const parse = (body: unknown) => parseUpdate(body, clock.now());
  return {
    channel: 'telegram',
    async whoAmI() {
      const me = await api.call('getMe', {});
      if (!me.ok) return me;
      const { id, username, first_name: name } = me.value;
      return { ok: true, value: { id: String(id), username, name } };
    },
    deepLink: (bot, payload) => `${linkRoot}/${bot.username}?start=${payload}`,

    send: (personId, message) => sendMessage({ api, files, pause }, personId, message),
    edit: (personId, messageId, message) => editMessage(api, personId, messageId, message),
    async answerTap(tapId, notice) {
      const text = notice ? { text: cutNotice(notice) } : {};
      const answered = await api.call('answerCallbackQuery', { callback_query_id: tapId, ...text });
      // Too late is as good as done: the waiting sign has gone by itself.
      return answered.ok || isQueryTooOld(answered.failure) ? done : answered;
    },
    leaveGroup: async (groupId) => doneIf(await api.call('leaveChat', { chat_id: Number(groupId) })),

    async poll(position, { timeoutSeconds, signal }) {
      const offset = offsetOf(position, clock.now());
      const got = await api.call(
        'getUpdates',
        { ...offset, limit: mostUpdates, timeout: timeoutSeconds, allowed_updates: allowedUpdates },
        { extraMs: timeoutSeconds * 1000, signal },
      );
      if (!got.ok) return got;
      if (!Array.isArray(got.value)) return unreachable(false, 'getUpdates answered without a list');
      const updates = got.value.flatMap((update) => parse(update) ?? []);
      const last = Math.max(...updates.map(({ key }) => Number(key)));
      const next = updates.length > 0 ? positionAfter(last, clock.now()) : position;
      return { ok: true, value: { updates, position: next } };
    },
    parseUpdate: parse,
    webhookSecretHeader: 'x-telegram-bot-api-secret-token',
    async setWebhook(url, secret) {
      return doneIf(await api.call('setWebhook', { url, secret_token: secret, allowed_updates: allowedUpdates }));
    },
    async webhookState() {
      const info = await api.call('getWebhookInfo', {});
      if (!info.ok) return info;
      const { url, last_error_message: lastError } = info.value;
      return { ok: true, value: { url: url || null, lastError: lastError ? api.scrub(lastError) : null } };
    },
    removeWebhook: async () => doneIf(await api.call('deleteWebhook', {})),
    close: api.close,
  };
}
