/** From the first start to an operator and a member of a team, with the phone; over HTTP, and in Chromium. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startAtBaseUrl } from '#test/base-url.ts';
import { chromiumPath, openPage } from '#test/browser.ts';
import { API, createBrowser } from './accounts.fixture.ts';
import { makeSetUpLink } from './make-operator-link.ts';

const app = await startAtBaseUrl();
const phone = app.sandbox;
if (phone === undefined) throw new Error('The sandbox is not there.');
const setUpUrl = String(
  await makeSetUpLink({ database: app.open.database, clock: app.clock, baseUrl: app.config.baseUrl }),
);
app.keepOutOfLogs(String(setUpUrl.split('/').at(-1)));

test('the set-up link, a confirmation on the phone, and the operator is in', async () => {
  const browser = createBrowser(app);
  const start = new URL(setUpUrl).pathname;
  const shown = await browser.get(start);
  expect(shown.text).toContain('Set up Bellhop');
  expect((await browser.submit(start)).headers.get('location')).toBe('/dashboard/sign-in');
  const asked = await browser.get('/dashboard/sign-in');
  const person = await phone.person({ first_name: 'Olga', username: 'olga' });
  const callback = await browser.logIn(String(asked.headers.get('location')), async (link) => {
    await phone.open(person, link);
    const prompt = await phone.said(person, 'telegram', /Log in to Bellhop/);
    await phone.tap(person, 'telegram', prompt.message_id, 'Yes');
    await phone.said(person, 'telegram', /You are logged in to Bellhop/);
  });
  expect((await browser.get(callback)).headers.get('location')).toBe('/dashboard');
  const { account, sandbox, bots } = (await browser.get(`${API}/me`)).json;
  expect(account).toMatchObject({ name: 'Olga', is_operator: true });
  expect(account.identities).toEqual([{ channel: 'telegram', first_name: 'Olga', username: 'olga' }]);
  expect(sandbox).toBe(false);
  expect(bots).toEqual({ telegram: expect.stringContaining('bellhop_sandbox_bot'), max: expect.any(String) });
});

describe.skipIf(chromiumPath === undefined)('in the browser', () => {
  /** Not the page that the kit watches: where this ends, the dashboard, may not have been built. */
  const open = async (url: string, locale: string): Promise<Page> => {
    const page = await (await openPage('about:blank', { locale })).context().newPage();
    await page.goto(url);
    return page;
  };

  test('an invitation leads through the hosted page into the team', async () => {
    const { projectId } = await app.createProject({ name: 'Лавка', slug: 'lavka', plan: 'unlimited' });
    const operator = createBrowser(app);
    const { url } = (await app.call('POST', '/admin/v1/login-link', { key: app.adminToken })).json;
    app.keepOutOfLogs(String(url.split('/').at(-1)));
    await operator.submit(new URL(url).pathname);
    const invited = await operator.call('POST', `${API}/projects/${projectId}/invites`, { body: { role: 'viewer' } });
    app.keepOutOfLogs(String(invited.json.url.split('/').at(-1)));

    const page = await open(invited.json.url, 'ru-RU');
    await page.getByRole('heading', { name: 'Присоединиться к «Лавка»', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Присоединиться' }).click();
    const link = page.locator('.panel[data-channel="max"] .here[href]');
    await link.waitFor({ state: 'attached' });
    const person = await phone.person({ first_name: 'Вера', lang: 'ru' });
    await phone.open(person, String(await link.getAttribute('href')));
    await page.locator('.number').waitFor();
    const prompt = await phone.said(person, 'max', /Bellhop/);
    await phone.tap(person, 'max', prompt.message_id, String(await page.locator('.number').textContent()));
    await page.waitForURL(`${app.config.baseUrl}/dashboard`);

    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name.startsWith('bellhop_'))).toMatchObject([
      { name: 'bellhop_session', path: '/', httpOnly: true, sameSite: 'Lax', secure: false },
    ]);
    const { members } = (await operator.get(`${API}/projects/${projectId}/members`)).json;
    expect(members).toMatchObject([{ name: 'Вера', role: 'viewer' }]);
  });

  test('a link for who is locked out is a button away from the dashboard', async () => {
    const { url } = (await app.call('POST', '/admin/v1/login-link', { key: app.adminToken })).json;
    app.keepOutOfLogs(String(url.split('/').at(-1)));
    const page = await open(url, 'en-US');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${app.config.baseUrl}/dashboard`);
  });
});
