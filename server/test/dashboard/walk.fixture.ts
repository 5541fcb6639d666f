import type { Page } from 'playwright-core';

/** What the router leaves in the window for its developer tools. */
const ROUTER = '__TSR_ROUTER__';
const IS_SHOWN = `${ROUTER}.state.status === 'idle' && document.querySelector('h1') !== null &&
  document.querySelector('.mantine-Skeleton-root') === null`;
const NEXT_FRAME = 'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))';

/** Every address that the dashboard knows, with `$names` for what is different each time. */
export async function listRoutes(page: Page): Promise<string[]> {
  const routes = await page.evaluate<string[]>(`Object.keys(${ROUTER}.routesByPath)`);
  if (routes.length < 20) throw new Error(`The router tells of ${routes.length} routes only.`);
  return routes;
}

/** Without loading the document again, as a click does; until everything on it has been loaded. */
export async function goTo(page: Page, path: string): Promise<void> {
  const waiting = new Set<unknown>();
  const begin = (request: unknown) => void waiting.add(request);
  const end = (request: unknown) => void waiting.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.evaluate(`${ROUTER}.history.push(${JSON.stringify(`/dashboard${path}`)})`);
  // Not waitForFunction: the page's policy forbids what it does.
  await page.evaluate(
    `new Promise((done) => (function look() { ${IS_SHOWN} ? done() : requestAnimationFrame(look); })())`,
  );
  while (waiting.size > 0) await page.waitForEvent('requestfinished', { timeout: 5_000 }).catch(() => undefined);
  // What came last has to be shown.
  await page.evaluate(NEXT_FRAME);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
