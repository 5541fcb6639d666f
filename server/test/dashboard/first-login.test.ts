/** From the first start to the first login of a project's first visitor. */
import { beforeAll, expect, test } from 'vitest';
import { makeSetUpLink } from '#accounts';
import type { TestApp } from '#test/app.ts';
import { startReceiver } from '#test/receiver.ts';
import type { TestSandbox } from '#test/sandbox.ts';
import {
  confirmOnPhone,
  describeInBrowser,
  keepTokenOutOfLogs,
  makeLoginLink,
  openImpatiently,
  startDashboardApp,
} from './dashboard.fixture.ts';

describeInBrowser('a system that was started for the first time', () => {
  let app: TestApp;
  let phone: TestSandbox;
  beforeAll(async () => {
    app = await startDashboardApp();
    phone = app.sandbox as TestSandbox;
  });

  test('leads from the set-up link through the phone to a project with its own login', async () => {
    const setUpUrl = String(await makeSetUpLink({ database: app.open.database, clock: app.clock, baseUrl: app.url }));
    keepTokenOutOfLogs(app, setUpUrl);
    const website = await startReceiver();
    website.answer((_request, response) => void response.setHeader('content-type', 'text/html').end('Welcome'));

    const page = await openImpatiently(setUpUrl);
    await page.getByRole('heading', { name: 'Set up Bellhop' }).waitFor();
    await page.getByRole('button').click();
    const olga = await phone.person({ first_name: 'Olga', username: 'olga' });
    await confirmOnPhone({ phone, page, person: olga });
    await page.getByRole('heading', { name: 'No project yet' }).waitFor();

    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Corner Shop');
    expect(await page.getByRole('textbox', { name: 'Slug' }).inputValue()).toBe('corner-shop');
    await page.getByRole('dialog').getByRole('button', { name: 'New project' }).click();
    const key = page.getByRole('dialog').locator('code', { hasText: /^bh_live_\w+$/ });
    const apiKey = String(await key.textContent());
    app.keepOutOfLogs(apiKey);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.waitForURL(`${app.url}/dashboard/p/corner-shop/overview`);
    await page.getByRole('heading', { name: 'First steps' }).waitFor();

    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.getByRole('textbox', { name: 'Callback URL' }).fill(`${website.url}/in`);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Try it' }).click();
    const visit = await opened;
    const ivan = await phone.person({ first_name: 'Ivan', username: 'ivan' });
    await confirmOnPhone({ phone, page: visit, person: ivan, channel: 'max' });
    await visit.waitForURL(/\/in\?code=/);
    const code = String(new URL(visit.url()).searchParams.get('code'));
    app.keepOutOfLogs(code);

    await page.getByRole('link', { name: 'Recent logins' }).click();
    const row = page.getByRole('row', { name: /Ivan/ });
    await row.getByText('Not exchanged').waitFor();
    const verified = await app.call('POST', '/v1/auth/verify', { key: apiKey, body: { code } });
    expect(verified.json).toMatchObject({ first_name: 'Ivan', channel: 'max' });
    await page.reload();
    await row.getByText('Exchanged', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('row', { name: /1$/ }).first().waitFor({ state: 'attached' });
  });

  test('lets in whoever holds a login link, without a messenger, until they sign out', async () => {
    const page = await openImpatiently(await makeLoginLink(app));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login\/bellhop-dashboard/);
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'bellhop_session' }));
    // Unwatched: the refusal that sends it to the login is an error in the browser's console.
    const next = await page.context().newPage();
    await next.goto(`${app.url}/dashboard/account`);
    await next.waitForURL(/\/login\/bellhop-dashboard/);
  });
});
