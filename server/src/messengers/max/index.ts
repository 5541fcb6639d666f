/** MAX behind the port: its Bot API's calls and updates in Bellhop's words. */
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { unreachable } from '../failure.ts';
import type { Messenger, Result } from '../messenger.ts';
import { cutNotice } from '../notice.ts';
import { createBotApi } from './bot-api.ts';
import { messageBodyOf } from './message-body.ts';
import { parseUpdate, updateTypes } from './parse-update.ts';
import { isBadPayload, isGone } from './refusal.ts';
import { sendMessage } from './send-message.ts';
import type { MaxUser } from './shapes.ts';
import { removeWebhooks, setWebhook, webhookState } from './subscriptions.ts';
import { KnownUploads } from './upload-media.ts';

export type MaxOptions = {
  token: string;
  apiRoot: string;
  linkRoot?: string;
  /** PEM certificates, trusted by this client alone. */
  caFile?: string;
  timeoutMs?: number;
  /** Told of every call that failed; the token is never in it. */
  log?: (detail: string) => void;
  clock?: Clock;
  pause?: (ms: number) => Promise<unknown>;
};

const mostUpdates = 100;
const longestPollSeconds = 90;
const done: Result<void> = { ok: true, value: undefined };
const doneIf = (result: Result<unknown>): Result<void> => (result.ok ? done : result);

export function createMax(options: MaxOptions): Messenger {
  const { token, apiRoot, linkRoot = 'https://max.ru', caFile, timeoutMs = 10_000, log = () => {} } = options;
  const { clock = { now: () => new Date() }, pause = pauseFor } = options;
  const api = createBotApi({ token, apiRoot, timeoutMs, log, ...(caFile === undefined ? {} : { caFile }) });
  const uploads = new KnownUploads();
  const parse = (body: unknown) => parseUpdate(body, clock.now());
  return {
    channel: 'max',
    async whoAmI() {
      const me = await api.call({ method: 'GET', path: '/me' });
      if (!me.ok) return me;
      const { user_id: id, username, first_name: firstName, name } = me.value as MaxUser;
      if (id === undefined || !username) return unreachable(false, 'GET /me answered without id or username');
      return { ok: true, value: { id: String(id), username, name: firstName ?? name ?? username } };
    },
    deepLink: (bot, payload) => `${linkRoot}/${bot.username}?start=${payload}`,

    send: (personId, message) => sendMessage({ api, uploads, pause }, personId, message),
    async edit(_personId, messageId, message) {
      const body = messageBodyOf(message);
      if (!body.ok) return body;
      return doneIf(
        await api.call({ method: 'PUT', path: '/messages', query: { message_id: messageId }, body: body.value }),
      );
    },
    async answerTap(tapId, notice) {
      // MAX wants a message or a notification. An empty notification shows nothing and leaves the message alone;
      // should MAX refuse it, there is nothing left to do.
      const body = { notification: notice ? cutNotice(notice) : '' };
      const answered = await api.call({ method: 'POST', path: '/answers', query: { callback_id: tapId }, body });
      if (answered.ok || isGone(answered.failure) || (!notice && isBadPayload(answered.failure))) return done;
      return answered;
    },
    async leaveGroup(groupId) {
      return doneIf(await api.call({ method: 'DELETE', path: `/chats/${encodeURIComponent(groupId)}/members/me` }));
    },

    async poll(position, { timeoutSeconds, signal }) {
      const timeout = Math.min(timeoutSeconds, longestPollSeconds);
      const got = await api.call({
        method: 'GET',
        path: '/updates',
        query: {
          limit: mostUpdates,
          timeout,
          types: updateTypes.join(','),
          ...(position === null ? {} : { marker: position }),
        },
        extraMs: timeout * 1000,
        signal,
      });
      if (!got.ok) return got;
      const { updates, marker } = got.value;
      if (!Array.isArray(updates)) return unreachable(false, 'GET /updates answered without a list');
      const next = typeof marker === 'number' || typeof marker === 'string' ? String(marker) : position;
      return { ok: true, value: { updates: updates.flatMap((update) => parse(update) ?? []), position: next } };
    },
    parseUpdate: parse,
    webhookSecretHeader: 'x-max-bot-api-secret',
    setWebhook: (url, secret) => setWebhook(api, url, secret),
    webhookState: () => webhookState(api),
    removeWebhook: () => removeWebhooks(api),
    close: api.close,
  };
}
