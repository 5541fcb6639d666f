import { describe, expect, it } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { letters, plain, type Stage, saidNo, succeeded, unreachable } from './stage.fixture.ts';

/** Updates in: by polling and by webhook, each with a key of its own. */
export function receivingContract(stage: Stage): void {
  describe('the bot', () => {
    it('knows who it is', async () => {
      const { username, name } = stage.phone.bot;
      expect(await stage.messenger.whoAmI()).toEqual({
        ok: true,
        value: { id: expect.stringMatching(/^\d+$/), username, name },
      });
    });

    it('is told that a wrong token is of no use', async () => {
      const stranger = stage.open({ token: '1:wrong-token' });
      expect(stage.failureOf(await stranger.whoAmI())).toEqual(saidNo('bot_banned'));
      expect(stage.failureOf(await stranger.send('1', plain('x')))).toEqual(saidNo('bot_banned'));
      await stranger.close();
    });

    it('has a deep link whose payload comes back with the person who opens it', async () => {
      await stage.takeUpdates();
      const guest = await stage.phone.invent({ first_name: 'Юлия', username: 'yulia', lang: 'ru-RU', started: false });
      const payload = `auths_${'aZ09-_'.repeat(9)}abcd`;
      expect(payload).toHaveLength(64);
      const bot = succeeded(await stage.messenger.whoAmI());
      expect(stage.messenger.deepLink(bot, payload)).toBe(
        `${stage.phone.sandbox.linkRoots[stage.channel]}/${bot.username}?start=${payload}`,
      );
      await stage.phone.open(guest, payload);
      const person = { id: guest.id, firstName: 'Юлия', username: 'yulia', lang: 'ru' };
      expect(await stage.takeUpdates()).toEqual([
        { kind: 'started', payload, person, key: expect.any(String), at: expect.any(Date) },
      ]);
    });
  });

  describe('a tap', () => {
    it('names the person, the message and what the button carries, and is answered with a notice', async () => {
      const guest = await stage.phone.invent();
      const messageId = await stage.send(guest, plain('Войти?', { buttons: [[{ text: 'Да', tap: 'login:да' }]] }));
      await stage.takeUpdates();
      const tapping = stage.phone.tap(guest, messageId, 'Да');
      const updates = await stage.awaitUpdates();
      expect(updates).toMatchObject([{ kind: 'tap', person: { id: guest.id }, messageId, data: 'login:да' }]);
      const tapId = updates[0]?.kind === 'tap' ? updates[0].tapId : '';
      succeeded(await stage.messenger.answerTap(tapId, 'Готово 👍'));
      expect(await tapping).toMatchObject({ answered: true, notification: 'Готово 👍' });
    });

    it('is answered without a notice too, and with as much of a long one as fits', async () => {
      const guest = await stage.phone.invent();
      const messageId = await stage.send(guest, plain('?', { buttons: [[{ text: 'Да', tap: 'yes' }]] }));
      await stage.takeUpdates();
      for (const notice of [undefined, '👍'.repeat(150)]) {
        const tapping = stage.phone.tap(guest, messageId, 'Да');
        const updates = await stage.awaitUpdates();
        succeeded(await stage.messenger.answerTap(updates[0]?.kind === 'tap' ? updates[0].tapId : '', notice));
        const { answered, notification = '' } = await tapping;
        expect(answered).toBe(true);
        expect(notification).toBe(notice === undefined ? '' : `${'👍'.repeat(99)}…`);
      }
    });

    it('that is long over needs no answer', async () => {
      expect(await stage.messenger.answerTap('123456789', 'Late')).toEqual({ ok: true, value: undefined });
      expect(await stage.messenger.answerTap('123456789')).toEqual({ ok: true, value: undefined });
    });
  });

  describe('polling', () => {
    it('tells what a person does, in order', async () => {
      const guest = await stage.phone.invent({ lang: 'de' });
      await stage.takeUpdates();
      await stage.phone.type(guest, 'Привет');
      await stage.phone.type(guest, '/start proj_demo');
      await stage.phone.type(guest, '/start');
      await stage.phone.act('block', guest);
      const told = await stage.takeUpdates();
      expect(told).toMatchObject([
        { kind: 'text', text: 'Привет', person: { id: guest.id, username: null, lang: 'en' } },
        { kind: 'started', payload: 'proj_demo' },
        { kind: 'started', payload: null },
        { kind: 'stopped', person: { id: guest.id } },
      ]);
      expect(new Set(told.map(({ key }) => key)).size).toBe(4);
    });

    it('goes on after a restart where the stored position says', async () => {
      const guest = await stage.phone.invent();
      await stage.takeUpdates();
      await stage.phone.type(guest, 'one');
      const first = await stage.pollOnce();
      await stage.phone.type(guest, 'two');
      // A process that died before it stored the position hears everything again, under the same keys.
      const afterCrash = stage.open();
      const again = await stage.pollOnce(afterCrash, stage.position);
      expect(again.updates).toMatchObject([{ text: 'one', key: first.updates[0]?.key }, { text: 'two' }]);
      const afterStop = stage.open();
      const rest = await stage.pollOnce(afterStop, first.position);
      expect(rest.updates).toEqual([again.updates[1]]);
      stage.position = rest.position;
      expect(await stage.pollOnce(afterStop, stage.position)).toEqual({ updates: [], position: expect.any(String) });
      await Promise.all([afterCrash.close(), afterStop.close()]);
    });

    it('gives a repeated update the same key', async () => {
      const guest = await stage.phone.invent();
      const messageId = await stage.send(guest, plain('?', { buttons: [[{ text: 'Да', tap: 'yes' }]] }));
      await stage.takeUpdates();
      for (const act of [
        () => stage.phone.type(guest, 'x'),
        () => stage.phone.open(guest, 'proj_x'),
        () => stage.phone.act('block', guest),
      ]) {
        await stage.phone.fault({ kind: 'duplicate_updates', person_id: guest.personId });
        await act();
        const keys = (await stage.takeUpdates()).map(({ key }) => key);
        expect(keys).toHaveLength(2);
        expect(new Set(keys).size).toBe(1);
      }
      await stage.phone.open(guest);
      await stage.takeUpdates();
      await stage.phone.fault({ kind: 'duplicate_updates', person_id: guest.personId });
      const taps = [stage.phone.tap(guest, messageId, 'Да')];
      const twice = await stage.pollOnce(stage.messenger, stage.position, 10);
      stage.position = twice.position;
      taps.push(stage.phone.tap(guest, messageId, 'Да'));
      const once = await stage.pollOnce(stage.messenger, stage.position, 10);
      stage.position = once.position;
      const [first, repeated, other] = [...twice.updates, ...once.updates];
      expect(repeated).toEqual({ ...first, at: repeated?.at });
      expect(other).toMatchObject({ kind: 'tap', data: 'yes' });
      expect(other?.key).not.toBe(first?.key);
      for (const update of [first, other]) if (update?.kind === 'tap') await stage.messenger.answerTap(update.tapId);
      await Promise.all(taps);
    });

    it('waits for what is to come', async () => {
      const guest = await stage.phone.invent();
      await stage.takeUpdates();
      const waiting = stage.pollOnce(stage.messenger, stage.position, 10);
      await stage.phone.type(guest, 'here');
      const { updates, position: next } = await waiting;
      stage.position = next;
      expect(updates).toMatchObject([{ text: 'here' }]);
    });

    it('ends at once when it is aborted', async () => {
      await stage.takeUpdates();
      const controller = new AbortController();
      const waiting = stage.messenger.poll(stage.position, { timeoutSeconds: 25, signal: controller.signal });
      const started = performance.now();
      setImmediate(() => controller.abort());
      expect(stage.failureOf(await waiting)).toMatchObject({ kind: 'unreachable', detail: 'aborted' });
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(
        stage.failureOf(await stage.messenger.poll(stage.position, { timeoutSeconds: 25, signal: controller.signal })),
      ).toEqual(unreachable(false));
    });
  });

  describe('a webhook', () => {
    it('gets every update with the secret in its header, and excludes polling until it is removed', async () => {
      const guest = await stage.phone.invent();
      await stage.takeUpdates();
      const receiver = await startReceiver();
      const url = `${receiver.url}/hooks/1`;
      const secret = 'webhook-Secret_1234567890';
      expect(await stage.messenger.webhookState()).toEqual({ ok: true, value: { url: null, lastError: null } });
      succeeded(await stage.messenger.setWebhook(url, secret));
      succeeded(await stage.messenger.setWebhook(url, secret));
      expect(succeeded(await stage.messenger.webhookState()).url).toBe(url);
      const excluded = await stage.messenger.poll(stage.position, {
        timeoutSeconds: 0,
        signal: AbortSignal.timeout(5_000),
      });
      expect(stage.failureOf(excluded)).toMatchObject({ kind: 'said_no', reason: 'unknown' });

      await stage.phone.type(guest, letters);
      const [push] = await receiver.arrived(1);
      expect(push?.headers[stage.messenger.webhookSecretHeader]).toBe(secret);
      const update = stage.messenger.parseUpdate(JSON.parse(push?.body.toString('utf8') ?? ''));
      expect(update).toMatchObject({ kind: 'text', text: letters, person: { id: guest.id } });

      succeeded(await stage.messenger.removeWebhook());
      succeeded(await stage.messenger.removeWebhook());
      expect(succeeded(await stage.messenger.webhookState()).url).toBeNull();
      await stage.phone.type(guest, 'polled again');
      expect((await stage.takeUpdates()).at(-1)).toMatchObject({ text: 'polled again' });
    });

    it('is refused where the platform refuses its address', async () => {
      expect(stage.failureOf(await stage.messenger.setWebhook('http://a.example/', 'secret_secret'))).toEqual(
        saidNo('invalid_message'),
      );
    });
  });

  describe('an update that is none', () => {
    it.each([undefined, null, 5, 'text', [], {}, [{}]])('%j is not understood', (body) => {
      expect(stage.messenger.parseUpdate(body)).toBeUndefined();
    });
  });
}
