import { beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { openPhone, type Phone } from '../contract/phone.fixture.ts';
import { messengerContract } from '../messenger.contract.ts';
import type { Messenger, OutgoingMessage } from '../messenger.ts';
import { createTelegram } from './index.ts';

const photo = (megabytes: number) =>
  ({
    type: 'photo',
    fileName: 'a.jpg',
    mimeType: 'image/jpeg',
    bytes: new Uint8Array(megabytes * 1024 * 1024),
  }) as const;

describe('Telegram', () => {
  messengerContract({
    channel: 'telegram',
    create: createTelegram,
    calls: { whoAmI: 'getMe', send: 'sendMessage', poll: 'getUpdates' },
    documentUploads: async (phone) =>
      (await phone.callsOf('sendDocument')).filter(({ params }) => /bytes\)$/.test(String(params['document']))).length,
  });

  describe('in its own ways', () => {
    let phone: Phone;
    let telegram: Messenger;
    const pauses: number[] = [];
    beforeAll(async () => {
      phone = await openPhone('telegram');
      telegram = createTelegram({
        token: phone.bot.token,
        apiRoot: `${phone.sandbox.telegramApiRoot}/`,
        pause: async (ms) => pauses.push(ms),
      });
      return async () => {
        await telegram.close();
        await phone.sandbox.close();
      };
    });

    it('links to t.me unless told otherwise', () => {
      const link = telegram.deepLink({ id: '1', username: 'some_bot', name: 'Some' }, 'auth_demo');
      expect(link).toBe('https://t.me/some_bot?start=auth_demo');
    });

    it.each([
      [403, 'Forbidden: bot was blocked by the user', 'user_blocked_bot'],
      [403, 'Forbidden: user is deactivated', 'chat_not_found'],
      [403, "Forbidden: bot can't initiate conversation with a user", 'chat_not_found'],
      [403, 'Forbidden: something new', 'unknown'],
      [400, 'Bad Request: chat not found', 'chat_not_found'],
      [400, 'Bad Request: PEER_ID_INVALID', 'chat_not_found'],
      [400, "Bad Request: can't parse entities: Unsupported start tag", 'invalid_message'],
      [400, 'Bad Request: BUTTON_DATA_INVALID', 'invalid_message'],
      [413, 'Request Entity Too Large', 'invalid_message'],
      [401, 'Unauthorized', 'bot_banned'],
      [404, 'Not Found', 'bot_banned'],
      [
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        'unknown',
      ],
      [500, 'Internal Server Error', 'platform_unavailable'],
      [502, 'Bad Gateway', 'platform_unavailable'],
    ])('means by %i "%s" that the reason is %s', async (status, description, reason) => {
      const guest = await phone.invent();
      const body = { ok: false, error_code: status, description };
      await phone.fault({ kind: 'status', status, body, method: 'sendMessage', person_id: guest.personId });
      const sent = await telegram.send(guest.id, { text: 'x', format: 'plain' });
      expect(sent).toEqual({ ok: false, failure: { kind: 'said_no', reason, detail: description } });
    });

    it('says how long to wait, in a field or in words', async () => {
      const guest = await phone.invent();
      const body = { ok: false, error_code: 429, description: 'Too Many Requests: retry after 31' };
      await phone.fault({ kind: 'status', status: 429, body, method: 'sendMessage', person_id: guest.personId });
      const sent = await telegram.send(guest.id, { text: 'x', format: 'plain' });
      expect(sent).toMatchObject({ failure: { reason: 'rate_limited', retryAfter: 31 } });
    });

    it('colours yes and no, forbids to forward a code, and shows no previews', async () => {
      const guest = await phone.invent();
      const yes = { text: 'Yes', tap: 'y', style: 'positive' } as const;
      const no = { text: 'No', tap: 'n', style: 'negative' } as const;
      await telegram.send(guest.id, {
        text: 'https://a.example',
        format: 'plain',
        confidential: true,
        buttons: [[yes, no]],
      });
      expect(await phone.messages(guest)).toMatchObject([
        { protected: true, buttons: [{ style: 'success' }, { style: 'danger' }] },
      ]);
      const [call] = await phone.calls('sendMessage', guest);
      expect(call?.params).toMatchObject({ link_preview_options: { is_disabled: true } });
    });

    it('refuses a button to localhost', async () => {
      const guest = await phone.invent();
      const buttons = [[{ text: 'Back', url: 'http://localhost:3000/?code=1' }]];
      const sent = await telegram.send(guest.id, { text: 'x', format: 'plain', buttons });
      expect(sent).toMatchObject({ ok: false, failure: { kind: 'said_no', reason: 'invalid_message' } });
    });

    it('takes 1,024 characters under a photo; a longer text follows, with the buttons', async () => {
      const guest = await phone.invent();
      const message = (length: number): OutgoingMessage => ({
        text: `**${'ж'.repeat(length)}**`,
        format: 'markdown',
        media: photo(1),
        confidential: true,
        buttons: [[{ text: 'OK', tap: 'ok' }]],
      });
      await telegram.send(guest.id, message(1024));
      const long = await telegram.send(guest.id, message(1025));
      const [short, media, text] = await phone.messages(guest);
      expect(short).toMatchObject({ text: 'ж'.repeat(1024), media: [{ kind: 'photo' }], buttons: [{ text: 'OK' }] });
      expect(media).toMatchObject({ text: '', media: [{ kind: 'photo' }], buttons: [], protected: true });
      expect(text).toMatchObject({ text: 'ж'.repeat(1025), media: [], buttons: [{ text: 'OK' }], protected: true });
      expect(long).toEqual({ ok: true, value: { messageId: String(media?.message_id) } });
    });

    describe('when the text that follows a photo fails', () => {
      const message: OutgoingMessage = { text: 'x'.repeat(1025), format: 'plain', media: photo(1) };

      it('waits as told and sends it once', async () => {
        const guest = await phone.invent();
        pauses.length = 0;
        await phone.fault({ kind: 'rate_limit', retry_after: 2, method: 'sendMessage', person_id: guest.personId });
        expect(await telegram.send(guest.id, message)).toMatchObject({ ok: true });
        expect(pauses).toEqual([2000]);
        expect(await phone.messages(guest)).toHaveLength(2);
      });

      it.each([
        { kind: 'rate_limit', retry_after: 60 },
        { kind: 'rate_limit', retry_after: 1, times: 5 },
        { kind: 'status', status: 500 },
        { kind: 'reset' },
      ])('by %o never asks to repeat the whole', async (fault) => {
        const guest = await phone.invent();
        await phone.fault({ ...fault, method: 'sendMessage', person_id: guest.personId });
        const sent = await telegram.send(guest.id, message);
        expect(sent).toMatchObject({ ok: false, failure: { kind: 'unreachable', maybeDone: true } });
        expect(await phone.messages(guest)).toHaveLength(1);
        await phone.clearFaults();
      });

      it('by a final no passes it on', async () => {
        const guest = await phone.invent();
        const body = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' };
        await phone.fault({ kind: 'status', status: 403, body, method: 'sendMessage', person_id: guest.personId });
        expect(await telegram.send(guest.id, message)).toMatchObject({
          failure: {
            reason: 'user_blocked_bot',
            detail: expect.stringMatching(/^the media was sent, its text was not: /),
          },
        });
      });
    });

    it('takes a photo of more than 10 MB as a document, and no file of more than 50 MB', async () => {
      const guest = await phone.invent();
      await telegram.send(guest.id, { text: '', format: 'plain', media: photo(10) });
      await telegram.send(guest.id, { text: '', format: 'plain', media: photo(11) });
      const tooBig = await telegram.send(guest.id, { text: '', format: 'plain', media: photo(51) });
      expect(tooBig).toMatchObject({ ok: false, failure: { kind: 'said_no', reason: 'invalid_message' } });
      const kinds = (await phone.messages(guest)).map(({ media }) => media[0]?.kind);
      expect(kinds).toEqual(['photo', 'document']);
    });

    it('edits the caption where the message is media', async () => {
      const guest = await phone.invent();
      const sent = await telegram.send(guest.id, { text: 'before', format: 'plain', media: photo(1) });
      const messageId = sent.ok ? sent.value.messageId : '';
      expect(await telegram.edit(guest.id, messageId, { text: '*after*', format: 'markdown' })).toMatchObject({
        ok: true,
      });
      expect(await telegram.edit(guest.id, messageId, { text: '*after*', format: 'markdown' })).toMatchObject({
        ok: true,
      });
      expect(await phone.messages(guest)).toMatchObject([{ text: 'after', media: [{ kind: 'photo' }] }]);
      const missing = await telegram.edit(guest.id, '999999', { text: 'x', format: 'plain' });
      expect(missing).toMatchObject({ ok: false, failure: { reason: 'invalid_message' } });
    });

    it('tells a poller that another has taken its place', async () => {
      const signal = AbortSignal.timeout(10_000);
      const { position } = await telegram
        .poll(null, { timeoutSeconds: 0, signal })
        .then((polled) => (polled.ok ? polled.value : { position: null }));
      const first = telegram.poll(position, { timeoutSeconds: 20, signal });
      await expect
        .poll(async () => {
          await telegram.poll(position, { timeoutSeconds: 0, signal });
          return Promise.race([first, 'still polling']);
        })
        .toMatchObject({
          ok: false,
          failure: { kind: 'said_no', detail: expect.stringContaining('terminated by other') },
        });
    });

    it('is unblocked without being started', async () => {
      const guest = await phone.invent();
      const signal = AbortSignal.timeout(10_000);
      const take = async (position: string | null) => {
        const polled = await telegram.poll(position, { timeoutSeconds: 0, signal });
        if (!polled.ok) throw new Error(polled.failure.detail);
        return polled.value;
      };
      const { position } = await take(null);
      await phone.act('block', guest);
      await phone.act('unblock', guest);
      expect((await take(position)).updates).toMatchObject([
        { kind: 'stopped', person: { id: guest.id } },
        { kind: 'unblocked', person: { id: guest.id } },
      ]);
    });

    it('leaves a group, and keeps the token out of what the webhook has to report', async () => {
      const platform = await startReceiver();
      const { token } = phone.bot;
      platform.answer((request, response) =>
        response.end(
          JSON.stringify({
            ok: true,
            result: request.path.endsWith('leaveChat') || {
              url: 'https://a.example',
              last_error_message: `at /bot${token}/x`,
            },
          }),
        ),
      );
      const other = createTelegram({ token, apiRoot: `${platform.url}/root/` });
      expect(await other.leaveGroup('-1001234567890')).toEqual({ ok: true, value: undefined });
      expect(platform.requests[0]).toMatchObject({ method: 'POST', path: `/root/bot${token}/leaveChat` });
      expect(JSON.parse(String(platform.requests[0]?.body))).toEqual({ chat_id: -1001234567890 });
      const state = await other.webhookState();
      expect(state).toEqual({ ok: true, value: { url: 'https://a.example', lastError: 'at /bot•••/x' } });
      await other.close();
    });

    it('never lets the token out, whatever the platform says', async () => {
      const platform = await startReceiver();
      const { token } = phone.bot;
      const lines: string[] = [];
      platform.answer((_, response) =>
        response.end(
          JSON.stringify({ ok: false, error_code: 400, description: `Bad Request: /bot${token}/sendMessage` }),
        ),
      );
      const other = createTelegram({ token, apiRoot: platform.url, log: (line) => lines.push(line) });
      const sent = await other.send('1', { text: 'x', format: 'plain' });
      expect(sent).toMatchObject({ failure: { detail: 'Bad Request: /bot•••/sendMessage' } });
      expect(lines).toEqual(['Telegram sendMessage: Bad Request: /bot•••/sendMessage']);
      await other.close();
    });
  });
});
