/** The page in Chromium beside the phone: what a person sees, and where the tab ends. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { chromiumPath, openPage } from '#test/browser.ts';
import { runningClock } from '#test/clock.ts';
import { startReceiver } from '#test/receiver.ts';
import { somebodyNew, startLoginKit } from '../login.fixture.ts';

const app = await startTestApp({ sandbox: true, clock: runningClock });
const phone = app.sandbox;
if (phone === undefined) throw new Error('The sandbox is not there.');
const DESKTOP = { locale: 'en-US' };
const PHONE = { locale: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let made = 0;
/** A website of its own with a login page, so that tests do not meet. */
async function createSite() {
  const website = await startReceiver();
  website.answer((_request, response) => void response.setHeader('content-type', 'text/html').end('Welcome'));
  made += 1;
  const slug = `site-${made}`;
  const project = await app.createProject({ slug, name: 'Corner Shop', callback_url: `${website.url}/in` });
  return { website, project, address: `${app.url}/login/${slug}?state=tab-7` };
}

const linkOn = async (page: Page, channel: string) => {
  const anchor = page.locator(`.panel[data-channel="${channel}"] .here[href]`);
  await anchor.waitFor({ state: 'attached' });
  return String(await anchor.getAttribute('href'));
};
const numberOn = async (page: Page) => {
  await page.locator('.number').waitFor();
  return String(await page.locator('.number').textContent());
};
const says = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe.skipIf(chromiumPath === undefined)('in the browser', () => {
  test.each(['telegram', 'max'] as const)('desktop, %s: scan, match the number, arrive with code', async (channel) => {
    const { website, project, address } = await createSite();
    const page = await openPage(address, DESKTOP);
    await says(page, 'Scan the code');
    if (channel === 'max') await page.getByText('MAX', { exact: true }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await page.locator('.number').isVisible()).toBe(false);
    const person = await phone.person();
    await phone.open(person, await linkOn(page, channel));
    const prompt = await phone.said(person, channel, /Tap the number/);
    await says(page, /Tap this number in (Telegram|MAX)/);
    await phone.tap(person, channel, prompt.message_id, await numberOn(page));
    await page.waitForURL(/\/in\?code=/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('state')).toBe('tab-7');
    const code = String(searchParams.get('code'));
    app.keepOutOfLogs(code);
    expect((await project.call('POST', '/v1/auth/verify', { body: { code } })).json.first_name).toBe('Anna');
    expect(website.requests[0]?.headers.referer).toBeUndefined();
  });

  test('a wrong number declines, and one can start again', async () => {
    const page = await openPage((await createSite()).address, DESKTOP);
    const person = await phone.person();
    const link = await linkOn(page, 'telegram');
    await phone.open(person, link);
    const prompt = await phone.said(person, 'telegram', /Tap the number/);
    const number = await numberOn(page);
    const wrong = prompt.buttons.find(({ text }) => /^\d\d$/.test(text) && text !== number);
    await phone.tap(person, 'telegram', prompt.message_id, String(wrong?.text));
    await says(page, 'The login was declined.');
    await page.getByRole('button', { name: 'Start again' }).press('Enter');
    await says(page, 'Scan the code');
    await expect.poll(() => linkOn(page, 'telegram')).not.toBe(link);
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
  });

  test('phone: two buttons, confirmation without a number, the tab goes on by itself', async () => {
    const page = await openPage((await createSite()).address, PHONE);
    await says(page, 'Choose where to confirm.');
    const button = page.getByRole('link', { name: 'Continue in Telegram' });
    await page.getByRole('link', { name: 'Continue in MAX' }).waitFor();
    expect(await page.locator('.qr:visible').count()).toBe(0);
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    const person = await phone.person();
    await phone.open(person, String(await button.getAttribute('href')));
    const prompt = await phone.said(person, 'telegram', /Log in to Corner Shop/);
    await says(page, 'Confirm in Telegram');
    await phone.tap(person, 'telegram', prompt.message_id, 'Yes');
    await page.waitForURL(/\/in\?code=\w+&state=tab-7$/);
  });

  test('without live events it asks, and comes to the same end', async () => {
    // The website first: it is then closed last, after the page that may still ask it for something.
    const { address } = await createSite();
    const page = await openPage('about:blank', DESKTOP);
    await page.addInitScript('delete window.EventSource');
    await page.goto(address);
    const person = await phone.person();
    await phone.open(person, await linkOn(page, 'telegram'));
    const prompt = await phone.said(person, 'telegram', /Tap the number/);
    await phone.tap(person, 'telegram', prompt.message_id, await numberOn(page));
    await page.waitForURL(/\/in\?code=/);
  });

  test('without any script: a button, a page that asks for itself again, and the same end', async () => {
    const page = await openPage((await createSite()).address, { ...DESKTOP, javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Log in' }).click();
    await says(page, 'Scan the code');
    const person = await phone.person();
    await phone.open(person, await linkOn(page, 'telegram'));
    const prompt = await phone.said(person, 'telegram', /Tap the number/);
    await phone.tap(person, 'telegram', prompt.message_id, await numberOn(page));
    await page.waitForURL(/\/in\?code=\w+&state=tab-7$/);
  });

  test('a reload goes on with the same login; another tab with another wish does not take it over', async () => {
    const { address } = await createSite();
    const page = await openPage(address, DESKTOP);
    const link = await linkOn(page, 'telegram');
    // What is for browsers without script does not show in the others.
    expect(await page.locator('body').innerText()).not.toContain('<');
    await page.reload();
    await says(page, 'Scan the code');
    expect(await linkOn(page, 'telegram')).toBe(link);
    const second = await page.context().newPage();
    await second.goto(address.replace('tab-7', 'tab-8'));
    await says(second, 'Scan the code');
    await page.evaluate('window.dispatchEvent(new Event("online"))');
    await says(page, 'Another login was started');
  });

  test('another browser at the way back is asked and goes on only by its click', async () => {
    const { address, website } = await createSite();
    const page = await openPage(address, DESKTOP);
    const person = await phone.person({ first_name: 'Вера' });
    await phone.open(person, await linkOn(page, 'max'));
    const prompt = await phone.said(person, 'max', /Tap the number/);
    const number = await numberOn(page);
    // An open tab would go on by itself.
    await page.close();
    await phone.tap(person, 'max', prompt.message_id, number);
    const done = await phone.said(person, 'max', /You are logged in/);
    const back = String(done.buttons[0]?.url).replace('http://bellhop.test', app.url);
    const other = await openPage(back, { locale: 'ru-RU' });
    await other.getByRole('heading', { name: 'Продолжить как Вера?' }).waitFor();
    expect(website.requests).toEqual([]);
    await other.getByRole('button', { name: 'Продолжить как Вера' }).click();
    await other.waitForURL(/\/in\?code=\w+&state=tab-7$/);
  });

  test('in Russian, with names for every control and picture', async () => {
    const page = await openPage((await createSite()).address, { locale: 'ru-RU' });
    await says(page, 'Наведите камеру телефона на код.');
    await page.getByRole('heading', { name: 'Вход на «Corner Shop»', level: 1 }).waitFor();
    await page.getByRole('group', { name: 'Мессенджер' }).getByRole('radio', { name: 'MAX' }).check();
    await page.getByRole('img', { name: 'QR-код, который открывает MAX' }).waitFor();
    expect(await page.locator('img:visible:not([alt])').count()).toBe(0);
  });

  test('when the time is over it says so, and starting again works', async () => {
    const kit = await startLoginKit();
    await kit.createProject({ slug: 'slow' });
    const page = await openPage(`${kit.app.url}/login/slow`, DESKTOP);
    await says(page, 'Scan the code');
    kit.clock.advance(601);
    const [row] = await kit.query<{ id: string }>('select id from login_session');
    await kit.query(`select pg_notify('login_session', $1)`, [row?.id]);
    await says(page, 'The time for this login has run out.');
    await page.getByRole('button', { name: 'Start again' }).click();
    await says(page, 'Scan the code');
    await kit.open(somebodyNew(), await linkOn(page, 'telegram'));
    await says(page, 'Tap this number in Telegram.');
  });
});
