/** The dashboard as people use it: the program at its BASE_URL, the sandbox's phone, Chromium. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { startAtBaseUrl } from '#test/base-url.ts';
import { chromiumPath, openPage } from '#test/browser.ts';
import type { TestSandbox } from '#test/sandbox.ts';
import { createBrowser, type TestBrowser } from '../../src/accounts/accounts.fixture.ts';

const BUILT = fileURLToPath(new URL('../../../dashboard/dist/index.html', import.meta.url));

function whyNot(): string | undefined {
  if (chromiumPath === undefined) return 'skipped, there is no Chromium';
  if (!existsSync(BUILT)) return 'skipped, the dashboard is not built: npm test does that';
  return undefined;
}

/** Skipped, with the reason in its name, where the dashboard cannot be opened. */
export function describeInBrowser(name: string, tests: () => void): void {
  const reason = whyNot();
  describe.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (${reason})`, tests);
}

export type Dashboard = {
  app: TestApp;
  phone: TestSandbox;
  /** The first operator, signed in by a link from the command line. */
  operator: TestBrowser;
  /** A page of the dashboard, open in Chromium with somebody's session; as the operator unless told. */
  open(path: string, as?: TestBrowser, options?: BrowserContextOptions): Promise<Page>;
};

export async function startDashboard(): Promise<Dashboard> {
  const app = await startDashboardApp();
  const { sandbox: phone } = app;
  if (phone === undefined) throw new Error('The sandbox is not there.');
  const operator = createBrowser(app);
  await operator.submit(new URL(await makeLoginLink(app)).pathname);
  return {
    app,
    phone,
    operator,
    open: (path, as = operator, options = {}) =>
      openImpatiently(`${app.url}/dashboard${path}`, { ...options, storageState: stateOf(app, as) }),
  };
}

/** What does not appear is told of by its name, before the whole test runs out of time. */
export async function openImpatiently(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(url, { locale: 'en-GB', ...options });
  page.setDefaultTimeout(12_000);
  return page;
}

/** Endpoints of the tests are on this machine. */
export const startDashboardApp = (): Promise<TestApp> => startAtBaseUrl({ WEBHOOK_ALLOW_HOSTS: '127.0.0.0/8' });

/** As `npm run bellhop -- login-link` makes it. */
export async function makeLoginLink(app: TestApp): Promise<string> {
  const { url } = (await app.call('POST', '/admin/v1/login-link', { key: app.adminToken })).json;
  keepTokenOutOfLogs(app, url);
  return url;
}

export function keepTokenOutOfLogs(app: TestApp, url: string): void {
  app.keepOutOfLogs(String(url.split('/').at(-1)));
}

type LoginOnPhone = { phone: TestSandbox; page: Page; person: number; channel?: 'telegram' | 'max' };

/** On the hosted page: opens what its QR code says on the phone, and taps the number that the page shows. */
export async function confirmOnPhone({ phone, page, person, channel = 'telegram' }: LoginOnPhone): Promise<void> {
  const link = page.locator(`.panel[data-channel="${channel}"] .here[href]`);
  await link.waitFor({ state: 'attached' });
  await phone.open(person, String(await link.getAttribute('href')));
  await page.locator('.number').waitFor();
  const prompt = await phone.said(person, channel, /\d\d|number|число/);
  await phone.tap(person, channel, prompt.message_id, String(await page.locator('.number').textContent()));
}

/** The session of a browser without windows, for one with windows. */
function stateOf({ url }: TestApp, { cookies }: TestBrowser) {
  const common = { domain: new URL(url).hostname, path: '/', expires: -1, httpOnly: true, secure: false };
  return {
    cookies: [...cookies].map(([name, value]) => ({ ...common, name, value, sameSite: 'Lax' as const })),
    origins: [],
  };
}
