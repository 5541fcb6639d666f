/** An endpoint from its first event to its first trouble and back, as somebody sees it who builds a receiver. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { type Dashboard, describeInBrowser, startDashboard } from './dashboard.fixture.ts';

describeInBrowser('webhooks', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  test('a delivery arrives in the log by itself, says why it failed, and arrives once the receiver is repaired', async () => {
    const { app, phone, open } = dashboard;
    const receiver = await startReceiver();
    const project = await app.createProject({ slug: 'shop', name: 'Corner Shop', callback_url: 'http://127.0.0.1/in' });

    const page = await open('/p/shop/webhooks');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/hooks`);
    await dialog.getByText('Only these').click();
    await dialog.getByRole('checkbox', { name: 'auth.completed' }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = dialog.locator('code', { hasText: /^whsec_/ });
    app.keepOutOfLogs(String(await secret.textContent()));
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('dialog', { name: `${receiver.url}/hooks` }).waitFor();
    await page.getByRole('link', { name: 'Delivery log' }).click();
    await page.getByText('Nothing was delivered yet').waitFor();

    const person = await phone.person({ first_name: 'Ivan' });
    const started = await project.call('POST', '/v1/auth/session', { body: {} });
    await phone.open(person, started.json.telegram_link);
    const prompt = await phone.said(person, 'telegram', /Log in to Corner Shop/);
    await phone.tap(person, 'telegram', prompt.message_id, 'Yes');
    await rowOf(page, 'auth.completed').getByText('Delivered').waitFor();
    expect((await receiver.arrived(1))[0]?.path).toBe('/hooks');

    receiver.answer((_request, response) => void response.writeHead(500).end('out of memory'));
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByRole('link', { name: `${receiver.url}/hooks` }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('combobox', { name: 'Event' }).selectOption('subscription.created');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'subscription.created' });
    await panel.getByText(/^The endpoint answered 500\. We try again in /).waitFor();
    await panel.getByText('out of memory').waitFor();

    receiver.answer(200);
    await panel.getByRole('button', { name: 'Deliver again' }).click();
    await panel.getByText('The endpoint answered 200 at attempt 2. Nothing more to do.').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await rowOf(page, 'subscription.created').getByText('Delivered').waitFor();
    expect(receiver.requests.map(({ headers }) => headers['x-service-event'])).toEqual([
      'auth.completed',
      'subscription.created',
      'subscription.created',
    ]);
  });

  test('the address holds the filters: a link shows the same rows, the back button undoes one', async () => {
    const { app, open } = dashboard;
    const receiver = await startReceiver();
    const project = await app.createProject({ slug: 'filters' });
    const { id } = (await project.call('POST', '/v1/webhooks', { body: { url: receiver.url } })).json;
    for (const event of ['auth.completed', 'subscription.created']) {
      await project.call('POST', `/v1/webhooks/${id}/test`, { body: { event } });
    }
    const page = await open('/p/filters/webhooks/deliveries?event=subscription.created');
    await rowOf(page, 'subscription.created').getByText('Delivered').waitFor();
    expect(await rowOf(page, 'auth.completed').count()).toBe(0);
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(new URL(page.url()).search).toBe('?event=subscription.created&status=failed');
    await page.goBack();
    await rowOf(page, 'subscription.created').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rowOf(page, 'auth.completed').waitFor();
  });
});

const rowOf = (page: Page, event: string) => page.getByRole('row').filter({ hasText: event });
