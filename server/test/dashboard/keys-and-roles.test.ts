/** Who may do what: keys that come and go, somebody who may only look, and other people's projects. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../../src/accounts/accounts.fixture.ts';
import {
  confirmOnPhone,
  type Dashboard,
  describeInBrowser,
  keepTokenOutOfLogs,
  openImpatiently,
  startDashboard,
} from './dashboard.fixture.ts';
import { goTo } from './walk.fixture.ts';

const API = '/dashboard/api';

/** What an owner is offered, page by page, under its Russian heading. */
const CHANGES = [
  ['webhooks', 'Вебхуки', 'Новый адрес'],
  ['keys', 'API-ключи', 'Новый ключ'],
  ['team', 'Команда', 'Пригласить'],
  ['broadcasts', 'Рассылки', 'Новая рассылка'],
  ['tags', 'Теги', 'Новый тег'],
  ['permissions', 'Разрешения', 'Новое разрешение'],
  ['templates', 'Шаблоны', 'Новый шаблон'],
  ['login', 'Вход', 'Сохранить'],
  ['settings', 'Настройки', 'Сохранить'],
] as const;
const control = (page: Page, name: string) => page.getByRole('button', { name }).or(page.getByRole('link', { name }));

describeInBrowser('keys and roles', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  test('a key is shown once, works, and is refused within a second of being revoked', async () => {
    const { app, open } = dashboard;
    await app.createProject({ slug: 'keys' });
    const page = await open('/p/keys/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('production');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('dialog').locator('code', { hasText: /^bh_live_\w+$/ });
    const key = String(await shown.textContent());
    await page.evaluate('Object.defineProperty(window, "isSecureContext", { value: false })');
    await page.getByRole('button', { name: 'Copy: API key' }).click();
    await page.getByRole('dialog').getByText('Copied', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row').filter({ hasText: 'production' });
    await row.getByText('not yet').waitFor();
    expect((await app.call('GET', '/v1/project', { key })).json).toMatchObject({ slug: 'keys' });
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain(key);

    await row.getByRole('button', { name: 'Revoke production' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    const revokedAt = performance.now();
    await expect.poll(async () => (await app.call('GET', '/v1/project', { key })).status, { interval: 50 }).toBe(401);
    expect(performance.now() - revokedAt).toBeLessThan(1_000);
  });

  test('a viewer who came by a link sees everything but keys, is offered no change, and the API refuses any', async () => {
    const { app, phone, open } = dashboard;
    const { projectId } = await app.createProject({ slug: 'team', name: 'Лавка', plan: 'unlimited' });
    const page = await open('/p/team/team');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('radio', { name: 'Viewer' }).check();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const url = String(await page.getByRole('dialog').locator('code').textContent());
    keepTokenOutOfLogs(app, url);

    const view = await openImpatiently(url, { locale: 'ru-RU' });
    await view.getByRole('button', { name: 'Присоединиться' }).click();
    const vera = await phone.person({ first_name: 'Вера', lang: 'ru' });
    await confirmOnPhone({ phone, page: view, person: vera, channel: 'max' });
    await view.waitForURL(`${app.url}/dashboard/p/team/overview`);
    const owner = await open('/p/team/overview', undefined, { locale: 'ru-RU' });
    for (const [path, heading, offered] of CHANGES) {
      await goTo(owner, `/p/team/${path}`);
      await control(owner, offered).first().waitFor();
      await goTo(view, `/p/team/${path}`);
      await view.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await control(view, offered).count(), `${path}: ${offered}`).toBe(0);
    }
    // Unwatched: a refusal is an error in the browser's console.
    const console = await view.context().newPage();
    await console.goto(`${app.url}/dashboard/p/team/overview`);
    expect(await console.evaluate(TRY_TO_CHANGE, projectId)).toEqual([403, 403, 403]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Вера' }).waitFor();
  });

  test("another account's project is not there, neither as a page nor in the API", async () => {
    const { app, operator, open } = dashboard;
    const mine = await app.createProject({ slug: 'mine', plan: 'unlimited' });
    const theirs = await app.createProject({ slug: 'theirs' });
    const invited = await operator.call('POST', `${API}/projects/${mine.projectId}/invites`, {
      body: { role: 'admin' },
    });
    keepTokenOutOfLogs(app, invited.json.url);
    const ivan = createBrowser(app);
    await joinByHttp(dashboard, ivan, invited.json.url);
    const look = (project: string) => ivan.get('/v1/webhooks', { project });
    expect([(await look(mine.projectId)).status, (await look(theirs.projectId)).status]).toEqual([200, 404]);
    expect((await ivan.get(`${API}/projects/theirs`)).status).toBe(404);
    expect((await ivan.get(`${API}/projects/${theirs.projectId}/members`)).status).toBe(404);
    // Unwatched: the 404 is an error in the browser's console.
    const page = await (await open('/p/mine/overview', ivan)).context().newPage();
    await page.goto(`${app.url}/dashboard/p/theirs/webhooks`);
    await page.getByRole('heading', { name: 'There is no such project' }).waitFor();
    await page.getByRole('link', { name: 'To my projects' }).click();
    await page.getByRole('row').filter({ hasText: 'mine' }).waitFor();
    expect(await page.getByText('theirs').count()).toBe(0);
  });
});

/** In the page, with its session, as somebody would who opens the console. */
const TRY_TO_CHANGE = async (project: string): Promise<number[]> => {
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', 'X-Bellhop-Project': project };
    return (await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
      .status;
  };
  return [
    await send('POST', '/v1/webhooks', { url: 'https://example.com/' }),
    await send('POST', '/v1/tags', { name: 'vip' }),
    await send('POST', `/dashboard/api/projects/${project}/keys`, { name: 'mine' }),
  ];
};

async function joinByHttp({ app, phone }: Dashboard, browser: ReturnType<typeof createBrowser>, url: string) {
  await browser.submit(new URL(url).pathname);
  const asked = await browser.get('/dashboard/sign-in');
  const person = await phone.person({ first_name: 'Ivan' });
  const callback = await browser.logIn(String(asked.headers.get('location')), async (link) => {
    await phone.open(person, link);
    const prompt = await phone.said(person, 'telegram', /Log in to Bellhop/);
    await phone.tap(person, 'telegram', prompt.message_id, 'Yes');
    await phone.said(person, 'telegram', /You are logged in/);
  });
  await browser.get(callback);
  expect((await browser.get(`${API}/me`)).status, app.log.text().slice(-500)).toBe(200);
}
