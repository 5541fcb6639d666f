import { describe, expect, it } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { letters, megabytes, plain, type Stage, saidNo, succeeded, unreachable } from './stage.fixture.ts';

/** Failures: who said no, and what may have happened where nobody answered. */
export function failingContract(stage: Stage): void {
  describe('a person who cannot be reached', () => {
    it('has blocked the bot', async () => {
      const guest = await stage.phone.invent();
      await stage.phone.act('block', guest);
      expect(stage.failureOf(await stage.messenger.send(guest.id, plain('x')))).toEqual(saidNo('user_blocked_bot'));
    });

    it('never started it, or does not exist, or not any more', async () => {
      const stranger = await stage.phone.invent({ started: false });
      expect(stage.failureOf(await stage.messenger.send(stranger.id, plain('x')))).toEqual(saidNo('chat_not_found'));
      expect(stage.failureOf(await stage.messenger.send('424242', plain('x')))).toEqual(saidNo('chat_not_found'));
      const gone = await stage.phone.invent();
      await stage.phone.act('deactivate', gone);
      expect(stage.failureOf(await stage.messenger.send(gone.id, plain('x')))).toEqual(saidNo('chat_not_found'));
    });
  });

  describe('a call that fails', () => {
    it.each([
      [
        { kind: 'rate_limit', retry_after: 7 },
        { kind: 'said_no', reason: 'rate_limited', retryAfter: 7 },
      ],
      [
        { kind: 'status', status: 500 },
        { kind: 'said_no', reason: 'platform_unavailable' },
      ],
      [
        { kind: 'status', status: 503 },
        { kind: 'said_no', reason: 'platform_unavailable' },
      ],
      [
        { kind: 'status', status: 401 },
        { kind: 'said_no', reason: 'bot_banned' },
      ],
      [
        { kind: 'status', status: 400 },
        { kind: 'said_no', reason: 'invalid_message' },
      ],
      [
        { kind: 'status', status: 418 },
        { kind: 'said_no', reason: 'unknown' },
      ],
      [{ kind: 'reset' }, { kind: 'unreachable', maybeDone: true }],
      [{ kind: 'garbage' }, { kind: 'unreachable', maybeDone: true }],
      [
        { kind: 'garbage', status: 200 },
        { kind: 'unreachable', maybeDone: true },
      ],
      [
        { kind: 'status', status: 200, body: '{"fine":tru' },
        { kind: 'unreachable', maybeDone: true },
      ],
      [
        { kind: 'status', status: 200, body: '{}' },
        { kind: 'unreachable', maybeDone: true },
      ],
    ] as const)('by %o is %o, and nothing was sent', async (fault, failure) => {
      const guest = await stage.phone.invent();
      await stage.phone.fault({ ...fault, method: stage.calls.send, person_id: guest.personId });
      expect(stage.failureOf(await stage.messenger.send(guest.id, plain('x')))).toMatchObject(failure);
      expect(await stage.phone.messages(guest)).toEqual([]);
    });

    it('after it took effect may have taken effect', async () => {
      const guest = await stage.phone.invent();
      await stage.phone.fault({ kind: 'reset_after', method: stage.calls.send, person_id: guest.personId });
      expect(stage.failureOf(await stage.messenger.send(guest.id, plain('Дошло')))).toEqual(unreachable(true));
      expect(await stage.phone.messages(guest)).toMatchObject([{ text: 'Дошло' }]);
    });

    it('ends at its deadline', async () => {
      const guest = await stage.phone.invent();
      const hasty = stage.open({ timeoutMs: 200 });
      await stage.phone.fault({ kind: 'timeout', method: stage.calls.send, person_id: guest.personId });
      expect(stage.failureOf(await hasty.send(guest.id, plain('x')))).toEqual(unreachable(true));
      await stage.phone.fault({ kind: 'slow', delay_ms: 20, method: stage.calls.send, person_id: guest.personId });
      expect((await hasty.send(guest.id, plain('x'))).ok).toBe(true);
      await hasty.close();
    });

    it('to an address where nobody listens has certainly done nothing', async () => {
      const receiver = await startReceiver();
      await receiver.close();
      const lost = stage.open({ apiRoot: receiver.url });
      const media = { type: 'photo', fileName: 'a.png', mimeType: 'image/png', bytes: megabytes(1) } as const;
      expect(stage.failureOf(await lost.send('1', plain('x')))).toEqual(unreachable(false));
      expect(stage.failureOf(await lost.send('1', plain('x', { media })))).toEqual(unreachable(false));
      expect(stage.failureOf(await lost.whoAmI())).toEqual(unreachable(false));
      expect(stage.failureOf(await lost.webhookState())).toEqual(unreachable(false));
      await lost.close();
    });

    it('does not spoil the next one', async () => {
      const guest = await stage.phone.invent();
      await stage.phone.fault({ kind: 'reset', method: stage.calls.send, person_id: guest.personId });
      stage.failureOf(await stage.messenger.send(guest.id, plain('x')));
      await stage.send(guest, plain('y'));
      expect(await stage.phone.messages(guest)).toMatchObject([{ text: 'y' }]);
    });

    it('is not one whose answer is cut inside a character', async () => {
      await stage.phone.fault({ kind: 'split_utf8', method: stage.calls.whoAmI });
      expect(succeeded(await stage.messenger.whoAmI()).name).toBe(stage.phone.bot.name);
      const guest = await stage.phone.invent({ first_name: 'Ёлка' });
      await stage.phone.fault({ kind: 'split_utf8', method: stage.calls.send, person_id: guest.personId });
      await stage.send(guest, plain(letters));
      await stage.takeUpdates();
      await stage.phone.type(guest, letters);
      await stage.phone.fault({ kind: 'split_utf8', method: stage.calls.poll });
      expect(await stage.takeUpdates()).toMatchObject([{ kind: 'text', text: letters, person: { firstName: 'Ёлка' } }]);
    });
  });
}
