import { describe, expect, test } from 'vitest';
import { somebodyNew } from '../login/login.fixture.ts';
import { API, startAccountsKit } from './accounts.fixture.ts';
import { ownPath } from './own-path.ts';

const kit = await startAccountsKit({ apps: 2 });
const { app } = kit;
const shop = await kit.createProject({ slug: 'shop', plan: 'unlimited' });
const accounts = async () => (await kit.query<{ n: number }>('select count(*)::int n from account'))[0]?.n;

describe('signing in', () => {
  test('the sign-in is a login of its own project, and starts nothing by itself', async () => {
    const answer = await kit.browser().get('/dashboard/sign-in?here=1');
    expect(answer.status).toBe(303);
    const location = new URL(String(answer.headers.get('location')), app.url);
    expect(location.pathname).toBe('/login/bellhop-dashboard');
    expect(location.searchParams.get('redirect_uri')).toBe('http://bellhop.test/dashboard/callback');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bellhop_sign_in=\S+; Max-Age=1200; Path=\/dashboard; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('at another host the browser goes to BASE_URL first, once', async () => {
    const answer = await kit.browser().get('/dashboard/sign-in?next=%2Fdashboard%2Faccount');
    const location = 'http://bellhop.test/dashboard/sign-in?next=%2Fdashboard%2Faccount&here=1';
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('who has an account gets in, to the page that was asked for, with a cookie no script can read', async () => {
    const member = await kit.member(shop.projectId, 'viewer');
    const browser = kit.browser();
    const answer = await kit.signIn(browser, member.person, '/dashboard/p/shop/webhooks?status=failed');
    expect(answer.headers.get('location')).toBe('/dashboard/p/shop/webhooks?status=failed');
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^bellhop_session=[0-9A-Za-z]{40}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    expect(browser.cookies.has('bellhop_sign_in')).toBe(false);
    const { account, projects, base_url, sandbox } = (await browser.get(`${API}/me`)).json;
    expect(account).toMatchObject({ id: member.accountId, name: member.person.firstName, is_operator: false });
    expect(account.identities).toHaveLength(1);
    expect(projects).toMatchObject([{ project_id: shop.projectId, slug: 'shop', role: 'viewer' }]);
    expect({ base_url, sandbox }).toEqual({ base_url: 'http://bellhop.test', sandbox: false });
    // Already in: the sign-in leads on at once.
    expect((await browser.get('/dashboard/sign-in?here=1')).headers.get('location')).toBe('/dashboard');
  });

  test('a stranger gets no account, and a page that says whom to ask', async () => {
    const before = await accounts();
    const browser = kit.browser();
    const answer = await kit.signIn(browser, somebodyNew());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('You have no account here');
    expect(answer.text).toContain('href="/dashboard/sign-in"');
    expect(browser.cookies.size).toBe(1); // the hosted page's own
    expect(await accounts()).toBe(before);
  });

  test('a sign-in belongs to the browser that started it: another one, or a made-up state, is refused', async () => {
    const { person } = await kit.member(shop.projectId, 'viewer');
    const victim = kit.browser();
    const attacker = kit.browser();
    const asked = await attacker.get('/dashboard/sign-in?here=1');
    const callback = await attacker.logIn(String(asked.headers.get('location')), async (link) => {
      await kit.open(person, link);
      await kit.tap(person, 'Yes');
    });
    await victim.get('/dashboard/sign-in?here=1');
    for (const path of [callback, callback.replace(/state=\w+/, 'state=x'), callback.replace(/&state=\w+/, '')]) {
      const answer = await victim.get(path, { headers: { 'accept-language': 'ru' } });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Этот вход начат в другом месте');
      expect(victim.cookies.has('bellhop_session')).toBe(false);
    }
    expect((await attacker.get(callback)).status).toBe(303);
    // The code was good for one; a reload by who is in leads home.
    expect((await attacker.get(callback)).headers.get('location')).toBe('/dashboard');
  });

  test('HEAD does not use up a confirmation', async () => {
    const { person } = await kit.member(shop.projectId, 'viewer');
    const browser = kit.browser();
    const asked = await browser.get('/dashboard/sign-in?here=1');
    const callback = await browser.logIn(String(asked.headers.get('location')), async (link) => {
      await kit.open(person, link);
      await kit.tap(person, 'Yes');
    });
    expect((await browser.call('HEAD', callback)).status).not.toBe(303);
    expect((await browser.get(callback)).status).toBe(303);
  });

  test('signing in again ends the session that the browser had, and keeps those of others', async () => {
    const first = await kit.member(shop.projectId, 'viewer');
    const old = first.cookies.get('bellhop_session');
    // Only a pending link leads somebody who is in through the messenger again.
    await first.submit(new URL(await kit.invite(kit.operator, shop.projectId, 'viewer')).pathname);
    await kit.signIn(first, first.person);
    expect(first.cookies.get('bellhop_session')).not.toBe(old);
    const reused = await app.call('GET', `${API}/me`, { headers: { cookie: `bellhop_session=${old}` } });
    expect(reused.status).toBe(401);
    expect((await first.get(`${API}/sessions`)).json.sessions).toHaveLength(1);
  });

  test('in any process, at once: one person, one account', async () => {
    const person = somebodyNew();
    const links = [
      await kit.invite(kit.operator, shop.projectId, 'viewer'),
      await kit.invite(kit.operator, shop.projectId, 'viewer'),
    ];
    const callbacks: { browser: ReturnType<typeof kit.browser>; callback: string }[] = [];
    for (const url of links) {
      const browser = kit.browser();
      await browser.submit(`${new URL(url).pathname}?here=1`);
      const asked = await browser.get('/dashboard/sign-in?here=1');
      const callback = await browser.logIn(String(asked.headers.get('location')), async (link) => {
        await kit.open(person, link);
        await kit.tap(person, 'Yes');
      });
      callbacks.push({ browser, callback });
    }
    const answers = await Promise.all(
      callbacks.map(({ browser, callback }, n) => browser.get(callback, { app: kit.apps[n] ?? app })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const rows = await kit.query('select distinct account_id from account_identity where person_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
    const members = await kit.query('select from project_member where account_id = $1', [rows[0]?.['account_id']]);
    expect(members).toHaveLength(1);
  });
});

test.each([
  [undefined, '/dashboard'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/p/shop?x=1#y', '/dashboard/p/shop?x=1#y'],
  ['/dashboardx', '/dashboard'],
  ['https://evil.example/dashboard', '/dashboard'],
  ['//evil.example/dashboard', '/dashboard'],
  ['/\\evil.example/dashboard', '/dashboard'],
  ['/dashboard/../login/shop', '/dashboard'],
  ['/dashboard/%2e%2e/login/shop', '/dashboard'],
  ['/dashboard/..\\..\\evil', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/dashboard\n.evil.example', '/dashboard'],
  ['\t//evil.example', '/dashboard'],
  ['/dashboard/sign-in?next=/dashboard/sign-in', '/dashboard'],
  ['/dashboard/start/token', '/dashboard'],
  ['/dashboard/api/me', '/dashboard'],
])('after signing in %j leads to %s', (next, path) => {
  expect(ownPath(next, 'https://bellhop.example')).toBe(path);
});

test('a path that would not fit into a cookie leads home', () => {
  expect(ownPath(`/dashboard/${'x'.repeat(2000)}`, 'https://bellhop.example')).toBe('/dashboard');
});
