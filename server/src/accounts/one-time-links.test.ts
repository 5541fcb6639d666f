import { describe, expect, test } from 'vitest';
import { commandLineOf } from '../cli/cli.fixture.ts';
import { atOnce, somebodyNew } from '../login/login.fixture.ts';
import {
  type AccountsKit,
  API,
  createBrowser,
  pathOf,
  startAccountsKit,
  type TestBrowser,
} from './accounts.fixture.ts';

const kit = await startAccountsKit({ apps: 2 });
const { app, operator } = kit;
const team = await kit.createProject({ slug: 'team', name: 'Team <1>', plan: 'unlimited' });

const used = async (of: AccountsKit, url: string) => {
  const [row] = await of.query<{ used: boolean }>(
    `select used_at is not null as used from one_time_link where token_hash = sha256($1::bytea)`,
    [Buffer.from(String(url.split('/').at(-1)))],
  );
  return row?.used;
};

/** Each up to the point where only the callback is left. */
async function ready(of: AccountsKit, urls: string[]): Promise<{ browser: TestBrowser; callback: string }[]> {
  const waiting: { browser: TestBrowser; callback: string }[] = [];
  for (const url of urls) {
    const browser = createBrowser(of.app);
    const person = somebodyNew();
    expect((await browser.submit(pathOf(of.app, url))).status).toBe(303);
    const asked = await browser.get('/dashboard/sign-in?here=1');
    const callback = await browser.logIn(String(asked.headers.get('location')), async (link) => {
      await of.open(person, link);
      await of.tap(person, 'Yes');
    });
    waiting.push({ browser, callback });
  }
  return waiting;
}

const goOn = (of: AccountsKit, waiting: { browser: TestBrowser; callback: string }[]) =>
  Promise.all(
    waiting.map(async ({ browser, callback }, n) => {
      const at = of.apps[n % of.apps.length];
      return (await browser.get(callback, at === undefined ? {} : { app: at })).status;
    }),
  );

describe('a link', () => {
  test('says what it is, and is used up by nobody who only looks', async () => {
    const url = await kit.invite(operator, team.projectId, 'admin');
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await app.call(method, pathOf(app, url));
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (method === 'GET') expect(answer.text).toContain('Join Team &lt;1&gt;');
    }
    const russian = await app.call('GET', pathOf(app, url), { headers: { 'accept-language': 'ru-RU, en;q=0.5' } });
    expect(russian.text).toContain('Вас приглашают: вы станете администратором');
    expect(await used(kit, url)).toBe(false);
  });

  test('is shown on BASE_URL, where its cookie will be needed', async () => {
    const url = await kit.invite(operator, team.projectId, 'viewer');
    const answer = await app.call('GET', new URL(url).pathname);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${url}?here=1`]);
    pathOf(app, url);
  });

  test('is accepted by its own page alone', async () => {
    const url = await kit.invite(operator, team.projectId, 'viewer');
    const other: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of other) {
      const answer = await kit.browser().submit(pathOf(app, url), headers);
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.text).toContain('That did not come from this page');
    }
    const accepted = await kit.browser().submit(pathOf(app, url));
    expect(accepted.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bellhop_link=\w{40}; Max-Age=1200; Path=\/dashboard; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await used(kit, url)).toBe(false);
  });

  test('works once: of five people at once, in two processes, exactly one gets in and an account', async () => {
    const url = await kit.invite(operator, team.projectId, 'viewer');
    const before = await kit.query('select from account');
    const statuses = await goOn(kit, await ready(kit, [url, url, url, url, url]));
    expect(statuses.toSorted()).toEqual([303, 400, 400, 400, 400]);
    expect(await kit.query('select from account')).toHaveLength(before.length + 1);
    const again = await app.call('GET', pathOf(app, url));
    expect(again.status).toBe(400);
    expect(again.text).toContain('This link was used');
  });

  test('of an invitation ends after seven days, to the second', async () => {
    const url = await kit.invite(operator, team.projectId, 'viewer');
    const browser = kit.browser();
    await browser.submit(pathOf(app, url));
    kit.clock.advance(7 * 86_400 - 1);
    expect((await app.call('GET', pathOf(app, url))).status).toBe(200);
    kit.clock.advance(1);
    const late = await app.call('GET', pathOf(app, url));
    expect([late.status, late.text.includes('This link is out of date')]).toEqual([400, true]);
    // Accepted in time, used too late.
    const answer = await kit.signIn(browser, somebodyNew());
    expect([answer.status, answer.text.includes('This link is out of date')]).toEqual([400, true]);
  });

  test('that nobody made is not there', async () => {
    for (const token of ['x', 'x'.repeat(40), '%00', 'a%2Fb']) {
      const answer = await app.call('GET', `/dashboard/start/${token}?here=1`);
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('that was withdrawn no longer works', async () => {
    const path = `${API}/projects/${team.projectId}/invites`;
    const made = (await operator.call('POST', path, { body: { role: 'viewer' } })).json;
    const browser = kit.browser();
    await browser.submit(pathOf(app, made.url));
    expect((await operator.call('DELETE', `${path}/${made.id}`)).status).toBe(204);
    expect((await operator.call('DELETE', `${path}/${made.id}`)).status).toBe(404);
    expect((await app.call('GET', pathOf(app, made.url))).status).toBe(404);
    expect((await kit.signIn(browser, somebodyNew())).status).toBe(404);
  });

  test('is not used up by somebody who is in the team already', async () => {
    const url = await kit.invite(operator, team.projectId, 'viewer');
    const member = await kit.member(team.projectId, 'admin');
    expect((await kit.join(member, member.person, url)).status).toBe(303);
    expect(await used(kit, url)).toBe(false);
    const { members } = (await operator.get(`${API}/projects/${team.projectId}/members`)).json;
    expect(members.find((one: { account_id: string }) => one.account_id === member.accountId).role).toBe('admin');
  });
});

describe('the first operator', () => {
  test('comes by a set-up link: of those of two starts, opened by four at once, exactly one makes one', async () => {
    const fresh = await startFresh();
    const links = [await fresh.setUpLink(), await fresh.setUpLink()];
    expect((await fresh.app.call('GET', pathOf(fresh.app, String(links[0])))).text).toContain('Set up Bellhop');
    const statuses = await goOn(fresh, await ready(fresh, [...links, ...links]));
    expect(statuses.toSorted()).toEqual([303, 400, 400, 400]);
    expect(await fresh.query('select from account')).toHaveLength(1);
    expect(await fresh.query('select from account where is_operator')).toHaveLength(1);
    for (const url of links) expect((await fresh.app.call('GET', pathOf(fresh.app, url))).status).toBe(400);
    // The next start has nothing to set up.
    expect(await fresh.setUpLink()).toBe('undefined');
  });

  test('can wait seven days', async () => {
    const fresh = await startFresh();
    const url = await fresh.setUpLink();
    fresh.clock.advance(7 * 86_400);
    expect((await fresh.app.call('GET', pathOf(fresh.app, url))).status).toBe(400);
    const renewed = await fresh.setUpLink();
    expect((await fresh.app.call('GET', pathOf(fresh.app, renewed))).status).toBe(200);
  });

  /** A system that nobody has set up. */
  async function startFresh(): Promise<AccountsKit> {
    const of = await startAccountsKit({ apps: 2 });
    await of.query('delete from one_time_link');
    await of.query('delete from browser_session');
    await of.query('delete from account_identity');
    await of.query('delete from account');
    return of;
  }
});

describe('who is locked out', () => {
  const link = async () => {
    const { out } = await commandLineOf(app)(['login-link', '--json']);
    const { url } = JSON.parse(out);
    pathOf(app, url);
    return url as string;
  };

  test('gets in by a link of the command line, without a messenger, as the first operator', async () => {
    const { code, out } = await commandLineOf(app)(['login-link']);
    expect(code).toBe(0);
    const [url = '', note] = out.split('\n');
    expect(url).toMatch(/^http:\/\/bellhop\.test\/dashboard\/start\/\w{40}$/);
    expect(note).toBe('It works once, within 15 minutes.');
    const browser = kit.browser();
    expect((await browser.get(pathOf(app, url))).text).toContain('Sign in as the operator');
    expect(await used(kit, url)).toBe(false);
    const answer = await browser.submit(pathOf(app, url));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard']);
    const me = (await browser.get(`${API}/me`)).json.account;
    expect(me).toEqual((await operator.get(`${API}/me`)).json.account);
    expect((await kit.browser().submit(pathOf(app, url))).status).toBe(400);
  });

  test('of five browsers at once exactly one, and not after 15 minutes', async () => {
    const url = await link();
    const answers = await atOnce(5, () => kit.browser().submit(pathOf(app, url)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400]);
    const late = await link();
    kit.clock.advance(15 * 60);
    expect((await kit.browser().submit(pathOf(app, late))).status).toBe(400);
  });

  test('cannot use such a link to make an account of a person', async () => {
    const browser = kit.browser();
    browser.cookies.set('bellhop_link', String((await link()).split('/').at(-1)));
    const answer = await kit.signIn(browser, somebodyNew());
    expect([answer.status, browser.cookies.has('bellhop_session')]).toEqual([404, false]);
  });

  test('needs the ADMIN_TOKEN, or an operator who is in', async () => {
    expect((await app.call('POST', '/admin/v1/login-link')).status).toBe(401);
    const member = await kit.member(team.projectId, 'admin');
    expect((await member.call('POST', '/admin/v1/login-link')).status).toBe(403);
    expect((await operator.call('POST', '/admin/v1/login-link')).status).toBe(201);
  });

  test('where there is no operator at all, one is made, once', async () => {
    const fresh = await startAccountsKit();
    await fresh.query('update account set is_operator = false');
    const made: { url: string }[] = [];
    for (let n = 0; n < 2; n += 1)
      made.push((await fresh.app.call('POST', '/admin/v1/login-link', { key: fresh.app.adminToken })).json);
    const answers = await Promise.all(made.map(({ url }) => fresh.browser().submit(pathOf(fresh.app, url))));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await fresh.query('select name from account where is_operator')).toEqual([{ name: 'Operator' }]);
  });
});
