/** The three flows on both messengers, end to end: API, bot, phone, code, person. */
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '#events';
import { startTestApp } from '#test/app.ts';
import { runningClock } from '#test/clock.ts';

const emitted: DomainEvent[] = [];
const app = await startTestApp({
  sandbox: true,
  clock: runningClock,
  extend: ({ events }) => events.onEmit(async (_tx, event) => void emitted.push(event)),
});
const phone = app.sandbox;
if (phone === undefined) throw new Error('The sandbox is not there.');

const limits = { auth_sessions_per_hour: 1000 };
const callback = 'https://shop.example/in?from=bot';
const shop = await app.createProject({
  slug: 'shop',
  name: 'Shop',
  callback_url: callback,
  redirect_uris: ['https://shop.example/other'],
  limits,
});
const eventsOf = (projectId: string, name: string) =>
  emitted.filter((event) => event.projectId === projectId && event.name === name);

describe.each(['telegram', 'max'] as const)('on %s', (channel) => {
  const linkOf = (answer: Record<string, string>) => String(answer[`${channel}_link`]);

  test('session: link, Yes, code by long poll, verified once; the state comes back', async () => {
    const person = await phone.person({ first_name: 'Анна 👋', username: `anna_${channel}`, lang: 'ru' });
    const started = await shop.call('POST', '/v1/auth/session', {
      body: {
        state: 'tab-7 ✓',
        client: { ip: '203.0.113.7', user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' },
      },
    });
    expect(started.status, started.text).toBe(201);
    expect(started.json).toMatchObject({ status: 'pending', expires_in: 600 });
    const status = `/v1/auth/session/${started.json.session_id}/status`;
    const waiting = shop.call('GET', `${status}?wait=20`);
    await phone.open(person, linkOf(started.json));
    const prompt = await phone.said(person, channel, /Войти на «Shop»/);
    expect(prompt.text).toContain('Chrome, Windows');
    expect(prompt.text).toContain('203.0.113.7');
    expect(prompt.buttons.map(({ text }) => text)).toEqual(['Да', 'Нет']);
    await phone.tap(person, channel, prompt.message_id, 'Да');
    const done = (await waiting).json;
    expect(done).toMatchObject({ status: 'completed', state: 'tab-7 ✓', channel });
    app.keepOutOfLogs(done.code);
    const confirmed = await phone.said(person, channel, /Вы вошли/);
    expect(confirmed.edited).toBe(true);
    const back = new URL(String(confirmed.buttons[0]?.url));
    expect(back.href.startsWith(`${callback}&`)).toBe(true);
    expect([back.searchParams.get('code'), back.searchParams.get('state')]).toEqual([done.code, 'tab-7 ✓']);

    const verified = await shop.call('POST', '/v1/auth/verify', { body: { code: done.code } });
    expect(verified.json).toEqual({
      subscriber_id: expect.stringMatching(/^sub_[0-9A-Za-z]{22}$/),
      channel,
      first_name: 'Анна 👋',
      username: `anna_${channel}`,
      lang: 'ru',
      tags: [],
    });
    expect((await shop.call('POST', '/v1/auth/verify', { body: { code: done.code } })).json.code).toBe(
      'code_already_used',
    );
    expect((await shop.call('GET', status)).json).toMatchObject({ status: 'verified', expires_in: 0 });
    const mine = (event: DomainEvent) => event.data['subscriber_id'] === verified.json.subscriber_id;
    expect(eventsOf(shop.projectId, 'subscription.created').filter(mine)).toHaveLength(1);
    const [completed] = eventsOf(shop.projectId, 'auth.completed').filter(mine);
    expect(completed?.data).toMatchObject({
      state: 'tab-7 ✓',
      auth_time: expect.stringMatching(/\+00:00$/),
      active: true,
      blocked: false,
    });
  });

  test('QR code: it decodes to the link; a second login of the same person makes no second subscription', async () => {
    const person = await phone.person();
    for (const round of [1, 2]) {
      const started = (await shop.call('POST', '/v1/auth/session', { body: {} })).json;
      const svg = (await shop.call('GET', `/v1/auth/session/${started.session_id}/qr?channel=${channel}`)).text;
      const link = decodeQR(await rasterise(svg));
      expect(link).toBe(linkOf(started));
      await phone.open(person, link);
      const prompt = await phone.said(person, channel, /Log in to Shop/);
      await phone.tap(person, channel, prompt.message_id, 'Yes');
      const status = (await shop.call('GET', `/v1/auth/session/${started.session_id}/status?wait=20`)).json;
      expect(status.status, `round ${round}`).toBe('completed');
      await phone.said(person, channel, /You are logged in/);
      const { json } = await shop.call('POST', '/v1/auth/verify', { body: { code: status.code } });
      expect(
        eventsOf(shop.projectId, 'subscription.created').filter(
          ({ data }) => data['subscriber_id'] === json.subscriber_id,
        ),
      ).toHaveLength(1);
    }
  });

  test('static link: a permanent link leads to the callback URL with a code, without auth.completed', async () => {
    const { json } = await shop.call('GET', '/v1/auth/link');
    expect(json.configured).toBe(true);
    const before = eventsOf(shop.projectId, 'auth.completed').length;
    const person = await phone.person();
    await phone.open(person, linkOf(json));
    const prompt = await phone.said(person, channel, /Log in to Shop/);
    await phone.tap(person, channel, prompt.message_id, 'Yes');
    const confirmed = await phone.said(person, channel, /logged in to Shop/);
    const code = new URL(String(confirmed.buttons[0]?.url)).searchParams.get('code');
    expect((await shop.call('POST', '/v1/auth/verify', { body: { code } })).json.first_name).toBe('Anna');
    expect(eventsOf(shop.projectId, 'auth.completed')).toHaveLength(before);
  });

  test('No declines, and the link is used up', async () => {
    const person = await phone.person();
    const started = (await shop.call('POST', '/v1/auth/session', { body: {} })).json;
    await phone.open(person, linkOf(started));
    const prompt = await phone.said(person, channel, /Log in/);
    await phone.tap(person, channel, prompt.message_id, 'No');
    await phone.said(person, channel, /You declined/);
    const { json } = await shop.call('GET', `/v1/auth/session/${started.session_id}/status?wait=5`);
    expect(json).toEqual({ session_id: started.session_id, status: 'declined', expires_in: 0 });
    await phone.open(person, linkOf(started));
    await phone.said(person, channel, /was used already/);
  });

  test('the first to open the link claims it; somebody else is refused', async () => {
    const [first, second] = [await phone.person(), await phone.person({ first_name: 'Boris' })];
    const started = (await shop.call('POST', '/v1/auth/session', { body: {} })).json;
    await phone.open(first, linkOf(started));
    await phone.said(first, channel, /Log in/);
    await phone.open(second, linkOf(started));
    await phone.said(second, channel, /belongs to somebody else/);
    await phone.open(first, linkOf(started));
    await phone.said(first, channel, /newer question below/);
  });

  test('number match: the right one of six logs in, a wrong one declines', async () => {
    for (const right of [true, false]) {
      const person = await phone.person();
      const started = (await shop.call('POST', '/v1/auth/session', { body: { number_match: true } })).json;
      await phone.open(person, linkOf(started));
      const prompt = await phone.said(person, channel, /Tap the number/);
      const numbers = prompt.buttons.map(({ text }) => text).filter((text) => text !== 'No');
      expect(numbers).toHaveLength(6);
      expect(numbers).toContain(String(started.number));
      const picked = right ? String(started.number) : String(numbers.find((text) => text !== String(started.number)));
      await phone.tap(person, channel, prompt.message_id, picked);
      const { json } = await shop.call('GET', `/v1/auth/session/${started.session_id}/status?wait=20`);
      expect(json.status).toBe(right ? 'completed' : 'declined');
    }
  });

  test('proj_<slug> subscribes, /stop ends it with an event, blocking and unblocking are seen', async () => {
    const person = await phone.person({ first_name: 'Пётр' });
    await phone.open(person, `${phone.linkRoots[channel]}/bellhop_sandbox_bot?start=proj_shop`);
    await phone.said(person, channel, /subscribed to Shop/);
    const rows = () =>
      app.open.pool.query('select active, blocked from subscriber where channel = $1 and first_name = $2', [
        channel,
        'Пётр',
      ]);
    expect((await rows()).rows).toEqual([{ active: true, blocked: false }]);
    await phone.type(person, channel, '/stop');
    await phone.said(person, channel, /ended/);
    expect(
      eventsOf(shop.projectId, 'subscription.deleted').filter(
        ({ data }) => data['first_name'] === 'Пётр' && data['channel'] === channel,
      ),
    ).toHaveLength(1);
    await phone.post('/sandbox/block', { person_id: person, channel });
    await expect.poll(async () => (await rows()).rows).toEqual([{ active: false, blocked: true }]);
    await phone.post('/sandbox/unblock', { person_id: person, channel });
    // MAX tells of it only when the person starts the bot again.
    if (channel === 'max') await phone.open(person, `${phone.linkRoots.max}/bellhop_sandbox_bot?start=help`);
    await expect.poll(async () => (await rows()).rows).toEqual([{ active: false, blocked: false }]);
  });
});

/** The picture of a QR code in SVG, as the decoder takes it: one dark square path per module, drawn at 8 pixels each. */
async function rasterise(svg: string): Promise<{ width: number; height: number; data: Uint8Array }> {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 8;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  const path = /d="([^"]+)"/.exec(svg)?.[1] ?? '';
  let [x, y] = [0, 0];
  for (const [, command, numbers] of path.matchAll(/([MmHhVvZz])([^MmHhVvZz]*)/g)) {
    const [a = 0, b = 0] = (numbers ?? '')
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (command === 'M') [x, y] = [a, b];
    if (command === 'm') [x, y] = [x + a, y + b];
    if (command === 'M' || command === 'm') {
      for (let row = y * scale; row < (y + 1) * scale; row += 1) {
        for (let column = x * scale; column < (x + 1) * scale; column += 1)
          data.set([0, 0, 0, 255], (row * width + column) * 4);
      }
    }
  }
  return { width, height: width, data };
}
