import { beforeAll, describe, expect, it } from 'vitest';
import { openPhone, type Phone } from '../contract/phone.fixture.ts';
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
  let phone: Phone;
  let telegram: Messenger;
  beforeAll(async () => {
    phone = await openPhone('telegram');
    telegram = createTelegram({ token: phone.bot.token, apiRoot: phone.sandbox.telegramApiRoot });
    return async () => {
      await telegram.close();
      await phone.sandbox.close();
    };
  });

  it('takes what it does not accept as a photo as a document, and remembers that', async () => {
    const guest = await phone.invent();
    const body = { ok: false, error_code: 400, description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' };
    await phone.fault({ kind: 'status', status: 400, body, method: 'sendPhoto', person_id: guest.personId });
    const media = photo(1);
    for (const text of ['a', 'b'])
      expect((await telegram.send(guest.id, { text, format: 'plain', media })).ok).toBe(true);
    expect((await phone.messages(guest)).map(({ text, media: [file] }) => [text, file?.kind])).toEqual([
      ['a', 'document'],
      ['b', 'document'],
    ]);
    expect(await phone.calls('sendPhoto', guest)).toHaveLength(1);
  });

  it('uploads again what it does not know any more, and only then', async () => {
    const guest = await phone.invent();
    const media = photo(1);
    const say = (description: string) =>
      phone.fault({
        kind: 'status',
        status: 400,
        body: { ok: false, error_code: 400, description },
        method: 'sendPhoto',
        person_id: guest.personId,
      });
    const send = () => telegram.send(guest.id, { text: 'x', format: 'plain', media });
    const uploads = async () =>
      (await phone.calls('sendPhoto', guest)).filter(({ params }) => String(params['photo']).endsWith('bytes)')).length;
    await send();
    await say('Bad Request: wrong file identifier/HTTP URL specified');
    expect(await send()).toMatchObject({ ok: true });
    expect(await uploads()).toBe(2);
    await say("Bad Request: inline keyboard button URL 'x' is invalid: Wrong HTTP URL");
    expect(await send()).toMatchObject({ failure: { reason: 'invalid_message' } });
    expect(await send()).toMatchObject({ ok: true });
    expect(await uploads()).toBe(2);
    expect(await phone.messages(guest)).toHaveLength(3);
  });

  it("lets those who wait for an upload share a failure that is nobody's own, and go on after one that is", async () => {
    const [ann, ben, eve] = [await phone.invent(), await phone.invent(), await phone.invent()];
    const send = (guest: { id: string }, media: OutgoingMessage['media']) =>
      telegram.send(guest.id, { text: 'x', format: 'plain', ...(media && { media }) });
    await phone.fault({ kind: 'rate_limit', retry_after: 3, method: 'sendPhoto', person_id: ann.personId });
    const busy = photo(1);
    const limited = await Promise.all([ann, ben, eve].map((guest) => send(guest, busy)));
    for (const result of limited) expect(result).toMatchObject({ failure: { reason: 'rate_limited', retryAfter: 3 } });
    await phone.fault({ kind: 'reset_after', method: 'sendPhoto', person_id: ann.personId });
    const [first, second] = await Promise.all([send(ann, busy), send(ben, busy)]);
    expect(first).toMatchObject({ failure: { kind: 'unreachable', maybeDone: true } });
    expect(second).toMatchObject({ failure: { kind: 'unreachable', maybeDone: false } });

    await phone.act('block', ann);
    const [blocked, ...others] = await Promise.all([ann, ben, eve].map((guest) => send(guest, busy)));
    expect(blocked).toMatchObject({ failure: { reason: 'user_blocked_bot' } });
    for (const other of others) expect(other).toMatchObject({ ok: true });
    const uploads = (await phone.calls('sendPhoto', ben)).concat(await phone.calls('sendPhoto', eve));
    expect(uploads.filter(({ params }) => String(params['photo']).endsWith('bytes)'))).toHaveLength(1);
  });
});
