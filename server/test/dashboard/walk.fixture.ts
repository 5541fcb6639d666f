import type { Page, Request } from 'playwright-core';
import { expect, vi } from 'vitest';

/** What the router leaves in the window for its developer tools. */
const ROUTER = '__TSR_ROUTER__';
const IS_SHOWN = `${ROUTER}.state.status === 'idle' && document.querySelector('h1') !== null &&
  document.querySelector('.mantine-Skeleton-root') === null`;
const NEXT_FRAME = 'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))';

const PATIENCE = { timeout: 10_000, interval: 30 };

/** Every address that the dashboard knows, with `$names` for what is different each time. */
export async function listRoutes(page: Page): Promise<string[]> {
  const routes = await page.evaluate<string[]>(`Object.keys(${ROUTER}.routesByPath)`);
  if (routes.length < 20) throw new Error(`The router tells of ${routes.length} routes only.`);
  return routes;
}

/** Without loading the document again, as a click does; until everything on it has been loaded. */
export async function goTo(page: Page, path: string): Promise<void> {
  const waiting = new Set<string>();
  const begin = (request: Request) => void waiting.add(request.url());
  const end = (request: Request) => void waiting.delete(request.url());
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.evaluate(`${ROUTER}.history.push(${JSON.stringify(`/dashboard${path}`)})`);
  // Not waitForFunction: the page's policy forbids what it does.
  await vi.waitFor(async () => {
    expect(await page.evaluate(IS_SHOWN), `${path} is shown`).toBe(true);
    expect([...waiting], `${path} still asks for`).toEqual([]);
  }, PATIENCE);
  // What came last has to be shown.
  await page.evaluate(NEXT_FRAME);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
