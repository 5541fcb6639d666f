import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { openPhone, type Phone } from '../contract/phone.fixture.ts';
import { messengerContract } from '../messenger.contract.ts';
import type { Messenger } from '../messenger.ts';
import { testCertificate, testKey } from './certificate.fixture.ts';
import { createMax } from './index.ts';

/** Another object each time: one that was uploaded is not uploaded again. */
const pdf = () =>
  ({ type: 'document', fileName: 'a.pdf', mimeType: 'application/pdf', bytes: new Uint8Array(1000) }) as const;

describe('MAX', () => {
  messengerContract({
    channel: 'max',
    create: createMax,
    calls: { whoAmI: 'GET /me', send: 'POST /messages', poll: 'GET /updates' },
    documentUploads: async (phone) => (await phone.callsOf('POST (upload)')).length,
  });

  describe('in its own ways', () => {
    let phone: Phone;
    let max: Messenger;
    const pauses: number[] = [];
    beforeAll(async () => {
      phone = await openPhone('max');
      max = createMax({
        token: phone.bot.token,
        apiRoot: phone.sandbox.maxApiRoot,
        pause: async (ms) => pauses.push(ms),
      });
      return async () => {
        await max.close();
        await phone.sandbox.close();
      };
    });

    it('links to max.ru unless told otherwise', () => {
      const link = max.deepLink({ id: '1', username: 'some_bot', name: 'Some' }, 'auth_demo');
      expect(link).toBe('https://max.ru/some_bot?start=auth_demo');
    });

    it.each([
      [401, 'verify.token', 'Invalid access_token', 'bot_banned'],
      [403, 'chat.denied', 'error.dialog.suspended', 'user_blocked_bot'],
      [403, 'error.dialog.suspended', '', 'user_blocked_bot'],
      [403, 'access.denied', 'no', 'unknown'],
      [404, 'dialog.not.found', 'dialog.not.found', 'chat_not_found'],
      [404, 'chat.not.found', '', 'chat_not_found'],
      [404, 'not.found', 'Unknown path', 'unknown'],
      [400, 'proto.payload', 'Must be only one file attachment in message', 'invalid_message'],
      [500, 'internal.error', 'x', 'platform_unavailable'],
      [503, 'service.unavailable', '', 'platform_unavailable'],
      [200, '', 'no success', 'unknown'],
    ])('means by %i %s "%s" that the reason is %s', async (status, code, message, reason) => {
      const guest = await phone.invent();
      const body = { success: false, code, message };
      await phone.fault({ kind: 'status', status, body, method: 'POST /messages', person_id: guest.personId });
      const sent = await max.send(guest.id, { text: 'x', format: 'plain' });
      expect(sent).toEqual({
        ok: false,
        failure: { kind: 'said_no', reason, detail: expect.stringContaining(code || message) },
      });
    });

    it('waits a second where it does not say how long', async () => {
      const guest = await phone.invent();
      const body = { code: 'too.many.requests', message: 'Too many requests' };
      await phone.fault({ kind: 'status', status: 429, body, method: 'POST /messages', person_id: guest.personId });
      const sent = await max.send(guest.id, { text: 'x', format: 'plain' });
      expect(sent).toMatchObject({ failure: { reason: 'rate_limited', retryAfter: 1 } });
    });

    describe('an upload', () => {
      const notReady = { code: 'attachment.not.ready', message: 'Key: errors.process.attachment.file.not.processed' };

      it('that is not digested yet is waited for, and the message is sent once', async () => {
        const guest = await phone.invent();
        pauses.length = 0;
        await phone.fault(
          { attachment_ready_after_ms: 0 },
          {
            kind: 'status',
            status: 400,
            body: notReady,
            times: 3,
            method: 'POST /messages',
            person_id: guest.personId,
          },
        );
        expect(await max.send(guest.id, { text: 'x', format: 'plain', media: pdf() })).toMatchObject({ ok: true });
        expect(pauses).toEqual([300, 600, 1200]);
        expect(await phone.messages(guest)).toHaveLength(1);
        await phone.clearFaults();
      });

      it('that is never digested fails so that it can be tried again', async () => {
        const guest = await phone.invent();
        await phone.fault({ attachment_ready_after_ms: 3_600_000 });
        const sent = await max.send(guest.id, { text: 'x', format: 'plain', media: pdf() });
        expect(sent).toMatchObject({ ok: false, failure: { kind: 'said_no', reason: 'platform_unavailable' } });
        expect(await phone.messages(guest)).toEqual([]);
        await phone.clearFaults();
      });

      it.each([
        [
          { kind: 'reset', method: 'POST /uploads' },
          { kind: 'unreachable', maybeDone: false },
        ],
        [
          { kind: 'garbage', method: 'POST (upload)' },
          { kind: 'unreachable', maybeDone: false },
        ],
        [
          { kind: 'reset', method: 'POST (upload)' },
          { kind: 'unreachable', maybeDone: false },
        ],
        [
          { kind: 'garbage', status: 200, method: 'POST (upload)' },
          { kind: 'said_no', reason: 'platform_unavailable' },
        ],
        [
          { kind: 'status', status: 400, method: 'POST (upload)' },
          { kind: 'said_no', reason: 'invalid_message' },
        ],
      ])('that fails by %o has sent nothing: %o', async (fault, failure) => {
        const guest = await phone.invent();
        await phone.fault(fault);
        const sent = await max.send(guest.id, { text: 'x', format: 'plain', media: pdf() });
        expect(sent).toMatchObject({ ok: false, failure });
        expect(await phone.messages(guest)).toEqual([]);
      });

      it('that is not known any more is made again, once, and no other refusal makes it so', async () => {
        const guest = await phone.invent();
        const media = pdf();
        const uploads = async () => (await phone.callsOf('POST /uploads')).length;
        const refuse = (message: string) =>
          phone.fault({
            kind: 'status',
            status: 400,
            body: { code: 'proto.payload', message },
            method: 'POST /messages',
            person_id: guest.personId,
          });
        const send = () => max.send(guest.id, { text: 'x', format: 'plain', media });
        await phone.fault({ attachment_ready_after_ms: 0 });
        const before = await uploads();
        expect(await send()).toMatchObject({ ok: true });
        await refuse('Invalid file token provided: abc');
        expect(await send()).toMatchObject({ ok: true });
        expect((await uploads()) - before).toBe(2);
        await refuse('Must have only http/https links format in buttons');
        expect(await send()).toMatchObject({ failure: { reason: 'invalid_message' } });
        expect((await uploads()) - before).toBe(2);
        await phone.fault({ kind: 'status', status: 500, method: 'POST (upload)' });
        await refuse('Invalid file token provided: abc');
        expect(await send()).toMatchObject({ failure: { kind: 'said_no', reason: 'platform_unavailable' } });
        expect(await send()).toMatchObject({ ok: true });
        expect(await phone.messages(guest)).toHaveLength(3);
        await phone.clearFaults();
      });

      it('goes without the token to an address that the platform names', async () => {
        const platform = await startReceiver();
        platform.answer((request, response) => {
          const answers: Record<string, unknown> = {
            '/uploads': { url: `${platform.url}/elsewhere?id=1` },
            '/elsewhere': { token: 'file-token' },
            '/messages': { message: { body: { mid: 'mid.1' } } },
          };
          response.end(JSON.stringify(answers[request.path.split('?')[0] ?? '']));
        });
        const other = createMax({ token: 'secret-token', apiRoot: platform.url });
        const sent = await other.send('5', { text: 'x', format: 'plain', media: pdf() });
        expect(sent).toEqual({ ok: true, value: { messageId: 'mid.1' } });
        expect(platform.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
          ['/uploads?type=file', 'secret-token'],
          ['/elsewhere?id=1', undefined],
          ['/messages?user_id=5&disable_link_preview=true', 'secret-token'],
        ]);
        expect(JSON.parse(String(platform.requests[2]?.body))).toEqual({
          text: 'x',
          attachments: [{ type: 'file', payload: { token: 'file-token' } }],
        });
        await other.close();
      });
    });

    it('is resumed by a start', async () => {
      const guest = await phone.invent();
      const signal = AbortSignal.timeout(10_000);
      await phone.act('block', guest);
      await phone.act('unblock', guest);
      const polled = await max.poll(null, { timeoutSeconds: 0, signal });
      expect(polled.ok && polled.value.updates.slice(-2)).toMatchObject([
        { kind: 'stopped', person: { id: guest.id } },
        { kind: 'started', person: { id: guest.id }, payload: null },
      ]);
    });

    it('has one webhook: a new address takes the place of the old', async () => {
      await max.setWebhook('https://old.example/hook', 'secret_secret');
      await max.setWebhook('https://new.example/hook', 'secret_secret');
      expect(await max.webhookState()).toEqual({
        ok: true,
        value: { url: 'https://new.example/hook', lastError: null },
      });
      await max.removeWebhook();
      expect(await max.webhookState()).toEqual({ ok: true, value: { url: null, lastError: null } });
    });

    it('leaves a group', async () => {
      const platform = await startReceiver();
      platform.answer((_, response) => response.end('{"success":true}'));
      const other = createMax({ token: 'secret-token', apiRoot: `${platform.url}/root/` });
      expect(await other.leaveGroup('-7')).toEqual({ ok: true, value: undefined });
      expect(platform.requests[0]).toMatchObject({ method: 'DELETE', path: '/root/chats/-7/members/me' });
      await other.close();
    });

    it('keeps a position of 64 bits exact', async () => {
      const platform = await startReceiver();
      platform.answer((_, response) => response.end('{"updates":[],"marker":9007199254740993}'));
      const other = createMax({ token: 'secret-token', apiRoot: platform.url });
      const polled = await other.poll('1', { timeoutSeconds: 0, signal: AbortSignal.timeout(5_000) });
      expect(polled).toEqual({ ok: true, value: { updates: [], position: '9007199254740993' } });
      await other.close();
    });

    describe('behind a certificate that Node.js does not trust', () => {
      async function startPlatform(): Promise<string> {
        const server = createServer({ key: testKey, cert: testCertificate }, (_, response) =>
          response.end('{"user_id":1,"username":"b","first_name":"B"}'),
        );
        await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
        onTestFinished(() => {
          server.closeAllConnections();
          server.close();
        });
        return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }

      function writeFile(content: string): string {
        const folder = mkdtempSync(join(tmpdir(), 'bellhop-ca-'));
        onTestFinished(() => rmSync(folder, { recursive: true }));
        const file = join(folder, 'ca.pem');
        writeFileSync(file, content);
        return file;
      }

      it('is refused, certainly before anything was said, unless the operator trusts it', async () => {
        const apiRoot = await startPlatform();
        const distrustful = createMax({ token: 't', apiRoot });
        const trusting = createMax({ token: 't', apiRoot, caFile: writeFile(testCertificate) });
        expect(await distrustful.whoAmI()).toMatchObject({
          ok: false,
          failure: { kind: 'unreachable', maybeDone: false },
        });
        expect(await trusting.whoAmI()).toEqual({ ok: true, value: { id: '1', username: 'b', name: 'B' } });
        await Promise.all([distrustful.close(), trusting.close()]);
      });

      it('cannot be trusted by a file without certificates', () => {
        const caFile = writeFile('nothing here');
        expect(() => createMax({ token: 't', apiRoot: 'https://a.example', caFile })).toThrow('no certificate');
      });
    });
  });
});
