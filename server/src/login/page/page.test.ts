import { describe, expect, test } from 'vitest';
import { startLoginKit } from '../login.fixture.ts';
import { createVisitor } from './visitor.fixture.ts';

const kit = await startLoginKit();
const { app } = kit;
const CALLBACK = 'https://shop.example/in?from=bot';
const OTHER = 'https://shop.example/other';
const shop = await kit.createProject({
  slug: 'shop',
  name: 'Shop <1>',
  callback_url: CALLBACK,
  redirect_uris: [OTHER],
  look: { accent_color: '#FFD400', logo_url: 'https://cdn.example:8443/logo.png?a=1&b=2' },
});
const page = (query = '', headers = {}) => app.call('GET', `/login/shop${query}`, { headers });
const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;
const started = async (projectId: string) =>
  (await kit.query<{ n: number }>('select count(*)::int n from login_session where project_id = $1', [projectId]))[0]
    ?.n;

describe('the page', () => {
  test('creates nothing by being loaded, with GET or HEAD', async () => {
    const quiet = await kit.createProject({ slug: 'quiet' });
    for (const method of ['GET', 'GET', 'HEAD']) {
      const answer = await app.call(method, `/login/quiet${query({ state: 'x' })}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await started(quiet.projectId)).toBe(0);
  });

  test('names the project, escaped, in the language of the browser or of the wish', async () => {
    const english = await page();
    expect(english.text).toContain('<h1>Log in to Shop &lt;1&gt;</h1>');
    expect(english.text).toContain('<html lang="en">');
    const russian = await page('', { 'accept-language': 'de;q=0.3, ru-RU;q=0.9, en;q=0.8' });
    expect(russian.text).toContain('<h1>Вход на «Shop &lt;1&gt;»</h1>');
    expect((await page('?lang=ru')).text).toContain('<html lang="ru">');
    expect((await page('?lang=xx', { 'accept-language': 'en, ru;q=0.5' })).text).toContain('<html lang="en">');
  });

  test('runs and shows nothing inline or foreign but the logo, is framed by nobody and kept by nobody', async () => {
    const { text, headers } = await page();
    const policy = String(headers.get('content-security-policy'));
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "style-src 'self';",
      "connect-src 'self'",
      "img-src 'self' data: https://cdn.example:8443;",
      "form-action 'self' https://shop.example;",
      "frame-ancestors 'none'",
    ]) {
      expect(`${policy};`).toContain(part);
    }
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+="/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    for (const [, file = ''] of text.matchAll(/<(?:link|script)\s[^>]*(?:href|src)="([^"]+)"/g)) {
      expect((await app.call('GET', file)).status, file).toBe(200);
    }
  });

  test('has the colour of the project, with text that can be read on it', async () => {
    const { text } = await page();
    const style = /\/login\/shop\/look\.css\?v=ffd400/.exec(text)?.[0];
    const answer = await app.call('GET', String(style));
    expect(answer.headers.get('content-type')).toContain('text/css');
    expect(answer.text).toContain('--accent: #FFD400; --on-accent: #000000;');
  });
});

describe('what a website can get wrong is a page that says so and leads nowhere', () => {
  const problems: [string, number, string, string][] = [
    ['/login/no-such-site', 404, 'There is no login page here', 'slug'],
    ['/login/a%00b', 400, 'cannot be read', ''],
    [`/login/shop${query({ redirect_uri: 'https://evil.example/in' })}`, 400, 'not set up correctly', 'redirect_uri'],
    [`/login/shop${query({ redirect_uri: `${OTHER}/` })}`, 400, 'not set up correctly', 'to the letter'],
    [`/login/shop${query({ redirect_uri: '' })}`, 400, 'not set up correctly', 'to the letter'],
    [`/login/shop${query({ state: '' })}`, 400, 'not set up correctly', 'state must have'],
    [`/login/shop${query({ state: 'x'.repeat(513) })}`, 400, 'not set up correctly', 'state must have'],
    [`/login/shop${query({ state: 'a\nb' })}`, 400, 'not set up correctly', 'state must have'],
    ['/login/shop?state=a&state=b', 400, 'cannot be read', 'once'],
    ['/login/shop/continue/nonsense', 404, 'This link does not work', ''],
    ['/login/return/nonsense', 404, 'This link does not work', ''],
  ];

  test.each(problems.map((problem) => [problem[0].slice(0, 60), ...problem] as const))('%s', async (...problem) => {
    const [, path, status, title, developer] = problem;
    const answer = await app.call('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self';");
    expect(answer.text).toContain(title);
    expect(answer.text).toContain(developer);
    expect(answer.text).not.toContain('evil.example');
  });

  test('an inactive project, and one that has no address to return to', async () => {
    const off = await kit.createProject({ slug: 'off' });
    await app.call('PATCH', `/admin/v1/projects/${off.projectId}`, {
      key: app.adminToken,
      body: { status: 'inactive' },
    });
    const inactive = await app.call('GET', '/login/off', { headers: { 'accept-language': 'ru' } });
    expect(inactive.status).toBe(403);
    expect(inactive.text).toContain('Вход отключён');
    await kit.createProject({ slug: 'nowhere', callback_url: null });
    const nowhere = await app.call('GET', '/login/nowhere');
    expect(nowhere.status).toBe(400);
    expect(nowhere.text).toContain('Set a callback URL');
  });

  test('the longest state and a state of other alphabets are fine', async () => {
    for (const state of ['x'.repeat(512), '👋'.repeat(512), 'вкладка 7 "<>&']) {
      const answer = await page(query({ state, redirect_uri: OTHER }));
      expect(answer.status).toBe(200);
    }
  });
});

describe('starting', () => {
  test('binds the session to the browser by a cookie that scripts cannot read', async () => {
    const visitor = createVisitor(app, 'shop');
    const answer = await visitor.start({ redirect_uri: OTHER, state: 's', device: 'desktop' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^bh_login_shop=ses_\w{32}\.\w{32}; Path=\/login\/shop; Max-Age=900; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.json).toMatchObject({ status: 'pending', opened: false, expires_in: 600 });
    expect(answer.json.number).toBeGreaterThanOrEqual(10);
    expect(answer.json.links.map(({ channel }: { channel: string }) => channel)).toEqual(['telegram', 'max']);
    expect(answer.text).not.toContain('ses_');
  });

  test('a phone gets no number to match', async () => {
    expect((await createVisitor(app, 'shop').start({ device: 'phone' })).json).not.toHaveProperty('number');
  });

  test('is refused from elsewhere, and without a word where from', async () => {
    const visitor = createVisitor(app, 'shop');
    const elsewhere = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of elsewhere) {
      const answer = await visitor.start({}, headers);
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    }
    const silent = await app.call('POST', '/login/shop/sessions', { body: {} });
    expect(silent.json.code).toBe('forbidden');
    const form = await visitor.submit('/sessions', {}, { origin: 'https://evil.example' });
    expect([form.status, form.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  });

  test('answers the script in the envelope', async () => {
    const visitor = createVisitor(app, 'shop');
    expect((await visitor.start({ redirect_uri: 'https://evil.example/' })).json.code).toBe('invalid_url');
    expect((await visitor.start({ state: '' })).json.code).toBe('validation_failed');
    expect((await createVisitor(app, 'nobody').start()).json.code).toBe('not_found');
    expect((await createVisitor(app, 'shop').get('/status')).json.code).toBe('not_found');
  });

  test('again with the same wish goes on with the session that waits; another wish starts another', async () => {
    const visitor = createVisitor(app, 'shop');
    const first = (await visitor.start({ state: 'a' })).json.login;
    expect((await visitor.start({ state: 'a' })).json.login).toBe(first);
    const reloaded = await visitor.get('?state=a');
    expect(reloaded.text).toContain('data-view="waiting"');
    expect(reloaded.text).toContain(first);
    expect((await visitor.get('?state=b')).text).toContain('data-view="starting"');
    expect((await visitor.start({ state: 'b' })).json.login).not.toBe(first);
    const second = (await visitor.start({ state: 'b' })).json.login;
    expect((await visitor.start({ state: 'b', again: 'yes' })).json.login).not.toBe(second);
  });

  test('a cookie of another project, another secret or none is nobody', async () => {
    const visitor = createVisitor(app, 'shop');
    await visitor.start();
    const [name, value = ''] = String(visitor.cookie).split('=');
    for (const cookie of [`${name}=${value.slice(0, -1)}~`, `${name}=${value.split('.')[0]}.${'A'.repeat(32)}`]) {
      expect((await app.call('GET', '/login/shop/status', { headers: { cookie } })).status).toBe(404);
    }
    await kit.createProject({ slug: 'else' });
    const foreign = { cookie: `bh_login_else=${value}` };
    expect((await app.call('GET', '/login/else/status', { headers: foreign })).status).toBe(404);
  });

  test('is limited to 20 an hour and address, outside of the limit of the API', async () => {
    const busy = await kit.createProject({ slug: 'busy', limits: { auth_sessions_per_hour: 1 } });
    for (let n = 0; n < 20; n += 1) expect((await createVisitor(app, 'busy').start()).status).toBe(201);
    const refused = await createVisitor(app, 'busy').start();
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limit_project']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    const form = await createVisitor(app, 'busy').submit('/sessions');
    expect(form.status).toBe(429);
    expect(form.text).toContain('Too many logins');
    expect((await busy.call('POST', '/v1/auth/session', { body: {} })).status).toBe(201);
  });
});

describe('without a script', () => {
  test('a button starts, links lead on, the page asks for itself again and ends at the website', async () => {
    const visitor = createVisitor(app, 'shop');
    const first = await visitor.get(query({ state: 'no script & co' }));
    expect(first.text).toMatch(/<noscript>.*<form class="start" method="post" action="\/login\/shop\/sessions">/s);
    const back = await visitor.submit('/sessions', { redirect_uri: CALLBACK, state: 'no script & co', lang: 'en' });
    expect(back.status).toBe(303);
    const here = String(back.headers.get('location')).replace('/login/shop', '');
    const waiting = await visitor.get(here);
    expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
    const link = /class="way telegram"[^>]*href="([^"]+)"/.exec(waiting.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const number = /<p class="number"[^>]*>(\d\d)<\/p>/.exec(waiting.text)?.[1] ?? '';
    const person = { id: '777', firstName: 'Anna', username: null, lang: 'en' as const };
    await kit.open(person, link);
    expect((await visitor.get(here)).text).toContain('data-view="opened"');
    await kit.tap(person, number);
    const done = await visitor.get(here);
    expect(done.status).toBe(303);
    const target = new URL(String(done.headers.get('location')));
    const code = String(target.searchParams.get('code'));
    app.keepOutOfLogs(code);
    expect(target.searchParams.get('state')).toBe('no script & co');
    expect((await shop.call('POST', '/v1/auth/verify', { body: { code } })).status).toBe(200);
    expect((await visitor.get(here)).text).toContain('data-view="starting"');
  });
});
