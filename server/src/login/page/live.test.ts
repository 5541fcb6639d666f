/** What the page follows, and the ways back from the messenger. */
import { describe, expect, test } from 'vitest';
import type { Person } from '#messengers';
import { somebodyNew, startLoginKit } from '../login.fixture.ts';
import { createVisitor, type TestVisitor } from './visitor.fixture.ts';

const kit = await startLoginKit();
const { app } = kit;
const shop = await kit.createProject({ slug: 'shop', name: 'Shop', limits: { page_sessions_per_address: 1000 } });

async function begin(visitor: TestVisitor, body: Record<string, unknown> = {}) {
  const { json } = await visitor.start({ state: 'tab 1', device: 'desktop', ...body });
  const link = json.links[0].link as string;
  return { link, number: String(json.number) };
}

/** Confirmed by that person; answers the way back that the bot offers. */
async function confirm(visitor: TestVisitor, person: Person): Promise<string> {
  const { link, number } = await begin(visitor);
  await kit.open(person, link);
  await kit.tap(person, number);
  await kit.deliver();
  const edited = kit.messengers.telegram.edited.findLast(({ personId }) => personId === person.id);
  const sent = kit.messengers.telegram.sent.findLast(({ personId }) => personId === person.id);
  const [button] = (edited ?? sent)?.message.buttons?.flat() ?? [];
  if (button === undefined || !('url' in button)) throw new Error('The bot offers no way back.');
  return button.url.replace('http://bellhop.test/login/shop', '');
}

const codeOf = (answer: { headers: Headers }) => {
  const target = new URL(String(answer.headers.get('location')));
  const code = String(target.searchParams.get('code'));
  app.keepOutOfLogs(code);
  return { code, address: target.origin + target.pathname, state: target.searchParams.get('state') };
};
const verify = (code: string) => shop.call('POST', '/v1/auth/verify', { body: { code } });

describe('status', () => {
  test('tells this browser, and nobody else, each step and at last where to go', async () => {
    const [visitor, person] = [createVisitor(app, 'shop'), somebodyNew()];
    const { link, number } = await begin(visitor);
    await kit.open(person, link);
    expect((await visitor.get('/status')).json).toMatchObject({
      ...{ status: 'pending', opened: true, channel: 'telegram', number: Number(number) },
    });
    await kit.tap(person, number);
    const { json } = await visitor.get('/status');
    expect(json).toMatchObject({ status: 'completed', expires_in: 300 });
    const { code, address, state } = codeOf({ headers: new Headers({ location: json.redirect }) });
    expect([address, state]).toEqual(['https://shop.example/in', 'tab 1']);
    expect((await verify(code)).json.first_name).toBe(person.firstName);
    const after = (await visitor.get('/status')).json;
    expect(after.status).toBe('verified');
    expect(after).not.toHaveProperty('redirect');
  });

  test('says declined after a wrong number, and expired when the time is over', async () => {
    const [visitor, person] = [createVisitor(app, 'shop'), somebodyNew()];
    const { link, number } = await begin(visitor);
    await kit.open(person, link);
    const buttons = (await kit.said(person)).at(-1)?.buttons.flat() ?? [];
    await kit.tap(person, String(buttons.find(({ text }) => text !== number)?.text));
    expect((await visitor.get('/status')).json.status).toBe('declined');
    const late = createVisitor(app, 'shop');
    await begin(late);
    kit.clock.advance(600);
    expect((await late.get('/status')).json).toMatchObject({ status: 'expired', expires_in: 0 });
  });
});

describe('events', () => {
  async function listen(visitor: TestVisitor, { url } = app) {
    const answer = await fetch(`${url}/login/shop/events`, {
      headers: { cookie: String(visitor.cookie) },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    /** The next event; undefined at the end. */
    const next = async () => {
      const { done, value } = await reader.read();
      return done ? undefined : JSON.parse(String(value).replace(/^data: /, ''));
    };
    return { next };
  }

  test('come with each change as it happens, and end with the decision', async () => {
    const [visitor, person] = [createVisitor(app, 'shop'), somebodyNew()];
    const { link, number } = await begin(visitor);
    const events = await listen(visitor);
    expect(await events.next()).toMatchObject({ status: 'pending', opened: false });
    await kit.open(person, link);
    expect(await events.next()).toMatchObject({ status: 'pending', opened: true, channel: 'telegram' });
    await kit.tap(person, number);
    const { status, redirect } = await events.next();
    expect(status).toBe('completed');
    app.keepOutOfLogs(String(new URL(redirect).searchParams.get('code')));
    expect(await events.next()).toBeUndefined();
  });

  test('end when the session expires', async () => {
    const visitor = createVisitor(app, 'shop');
    await begin(visitor);
    const events = await listen(visitor);
    expect(await events.next()).toMatchObject({ status: 'pending' });
    kit.clock.advance(601);
    const [row] = await kit.query<{ id: string }>('select id from login_session order by id desc limit 1');
    await kit.query(`select pg_notify('login_session', $1)`, [row?.id]);
    expect(await events.next()).toMatchObject({ status: 'expired' });
    expect(await events.next()).toBeUndefined();
  });

  test('end at once when the process stops', async () => {
    const { app: stopping, createProject } = await startLoginKit();
    await createProject({ slug: 'shop' });
    const visitor = createVisitor(stopping, 'shop');
    await begin(visitor);
    const events = await listen(visitor, stopping);
    expect(await events.next()).toMatchObject({ status: 'pending' });
    const stopped = stopping.stop();
    expect(await events.next()).toBeUndefined();
    await stopped;
  });

  test('are for the browser with the cookie only', async () => {
    expect((await app.call('GET', '/login/shop/events')).json.code).toBe('not_found');
  });
});

describe('the way back from the messenger', () => {
  test('carries no code, and leads on at once in the browser that started', async () => {
    const visitor = createVisitor(app, 'shop');
    const path = await confirm(visitor, somebodyNew());
    expect(path).toMatch(/^\/continue\/\w+/);
    const answer = await visitor.get(path);
    expect(answer.status).toBe(303);
    const { code, state } = codeOf(answer);
    expect(path).not.toContain(code);
    expect(state).toBe('tab 1');
    expect((await verify(code)).status).toBe(200);
    const again = await visitor.get(path);
    expect(again.headers.get('location')).toBeNull();
    expect(again.text).toContain('This login is finished');
  });

  test('asks in any other browser, and goes on only by a click on that very page', async () => {
    const [visitor, other, person] = [createVisitor(app, 'shop'), createVisitor(app, 'shop'), somebodyNew()];
    const path = await confirm(visitor, person);
    // A login of its own makes it no less another browser.
    await begin(other);
    const asked = await other.get(path);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(`Continue as ${person.firstName}?`);
    expect(asked.text).toContain('Shop');
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example");
    expect(asked.text).not.toContain('code=');
    expect((await other.submit(path, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await app.call('POST', `/login/shop${path}`)).status).toBe(403);
    expect((await visitor.get('/status')).json.status).toBe('completed');
    const gone = await other.submit(path);
    expect(gone.status).toBe(303);
    expect((await verify(codeOf(gone).code)).status).toBe(200);
    expect((await visitor.get('/status')).json.status).toBe('verified');
    expect((await other.submit(path)).text).toContain('This login is finished');
  });

  test('does not work after five minutes, for another project, or changed by a letter', async () => {
    const visitor = createVisitor(app, 'shop');
    const path = await confirm(visitor, somebodyNew());
    await kit.createProject({ slug: 'other-shop' });
    expect((await createVisitor(app, 'other-shop').get(path)).status).toBe(404);
    expect((await visitor.get(`${path.slice(0, -2)}AA`)).status).toBe(404);
    expect((await app.call('GET', path.replace('/continue', '/login/return'))).status).toBe(404);
    kit.clock.advance(301);
    const late = await visitor.get(path);
    expect([late.status, late.headers.get('location')]).toEqual([400, null]);
    expect(late.text).toContain('out of date');
  });
});
