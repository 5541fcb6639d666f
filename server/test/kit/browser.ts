import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined where this machine has none: tests in the browser are then skipped. */
export const chromiumPath = PLACES.find((place) => existsSync(place));

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
let launched: Promise<Browser> | undefined;

/** A page of its own, which must neither complain nor call another host. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  launched ??= chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [...QUIET, '--disable-sync', '--no-first-run'],
  });
  const context = await (await launched).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && !['127.0.0.1', 'localhost'].includes(hostname)) {
      complaints.push(`a request to ${hostname}`);
    }
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints, 'what the page complained about').toEqual([]);
  });
  await page.goto(url);
  return page;
}
