/**
 * Every route of the dashboard, in both themes, both languages, at a desk and on a phone.
 * `SHOTS=<directory> npm test -- every-page` also leaves a picture of each.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { type BusyProject, fillProject } from './busy-project.fixture.ts';
import { type Dashboard, describeInBrowser, startDashboard } from './dashboard.fixture.ts';
import { goTo, listRoutes } from './walk.fixture.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const { SHOTS } = process.env;

describeInBrowser('every page', () => {
  let dashboard: Dashboard;
  let filled: Promise<BusyProject> | undefined;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  test.each([
    { locale: 'en-GB', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { locale: 'ru-RU', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const)(
    'is accessible, quiet and as wide as the window: $locale, $colorScheme, $viewport.width',
    {
      timeout: 120_000,
    },
    async (options) => {
      filled ??= fillProject(dashboard, await startReceiver());
      const busy = await filled;
      const page = await dashboard.open('/account', dashboard.operator, { ...options, reducedMotion: 'reduce' });
      await page.evaluate(await readFile(AXE, 'utf8'));
      const findings: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400) findings.push(`${answer.status()} from ${answer.url()}`);
      });
      for (const route of await listRoutes(page)) {
        const path = route.replace(/\$(\w+)/g, (_, name) => (name === 'slug' ? busy.slug : idOf(busy, name)));
        await goTo(page, path);
        for (const found of await findProblems(page)) findings.push(`${route}: ${found}`);
        if (SHOTS !== undefined) await takePicture(page, `${options.viewport.width}-${options.colorScheme}${route}`);
      }
      expect(findings).toEqual([]);
    },
  );

  test('so are its dialogs and menus', { timeout: 60_000 }, async () => {
    filled ??= fillProject(dashboard, await startReceiver());
    const { slug, ids } = await filled;
    const options = { colorScheme: 'dark', reducedMotion: 'reduce' } as const;
    const page = await dashboard.open('/account', dashboard.operator, options);
    await page.evaluate(await readFile(AXE, 'utf8'));
    const findings: string[] = [];
    for (const [path, button, shown = 'dialog'] of [
      ['/projects', 'New project'],
      ['/account', 'Account: Operator', 'menu'],
      [`/p/${slug}/webhooks`, 'New endpoint'],
      [`/p/${slug}/webhooks/endpoints/${ids.endpointId}`, 'Send a test event'],
      [`/p/${slug}/webhooks/endpoints/${ids.endpointId}`, 'More', 'menu'],
      [`/p/${slug}/subscribers`, 'Subscribe link'],
      [`/p/${slug}/tags`, 'New tag'],
      [`/p/${slug}/permissions`, 'New permission'],
      [`/p/${slug}/keys`, 'New key'],
      [`/p/${slug}/team`, 'Invite'],
    ] as const) {
      await goTo(page, path);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole(shown).last().waitFor();
      for (const found of await findProblems(page)) findings.push(`${path}, ${button}: ${found}`);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    findings.push(...(await findProblems(page)));
    expect(findings).toEqual([]);
  });
});

function idOf({ ids }: BusyProject, name: string): string {
  const id = (ids as Record<string, string>)[name];
  if (id === undefined) throw new Error(`The busy project has nothing for $${name}: add it to its fixture.`);
  return id;
}

async function findProblems(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as axe.AxeResults;
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  const said = await page.getByRole('alert').allInnerTexts();
  return [
    ...grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`)),
    ...(overhang > 0 ? [`${overhang} px wider than the window`] : []),
    ...said.map((text) => `says "${text}"`),
  ];
}

async function takePicture(page: Page, name: string): Promise<void> {
  const path = `${SHOTS}/${name.replaceAll(/[/$]+/g, '-').replace(/-$/, '')}.png`;
  const hasPanel = (await page.locator('[data-panel]').count()) > 0;
  await page.screenshot({ path, fullPage: !hasPanel });
}
