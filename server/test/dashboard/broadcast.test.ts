/** One message to many, from the empty page to the last of them. */
import { beforeAll, expect, test } from 'vitest';
import { type Dashboard, describeInBrowser, startDashboard } from './dashboard.fixture.ts';

const KNOWN = 6;
const UNKNOWN = 2;

describeInBrowser('a broadcast', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  test('says whom it reaches and what it costs, shows its progress, can be paused, and accounts for everybody', async () => {
    const { app, phone, open } = dashboard;
    const project = await app.createProject({ slug: 'shop', name: 'Corner Shop', plan: 'basic' });
    const people = await subscribePeople(dashboard, project);

    const page = await open('/p/shop/broadcasts');
    await page
      .getByRole('button', { name: 'New broadcast' })
      .or(page.getByRole('link', { name: 'New broadcast' }))
      .click();
    await page.getByRole('textbox', { name: 'Text' }).fill('New in the shop, {{ first_name }}: autumn teas.');
    await page.getByText(`${KNOWN + UNKNOWN} people can be reached now`).waitFor();
    await page.getByRole('textbox', { name: 'Messages a minute' }).fill('120');
    await page.getByRole('button', { name: 'Review and send' }).click();
    await page.getByRole('dialog').getByText('8 credits').waitFor();
    await page.getByRole('button', { name: 'Send to 8 people' }).click();

    const panel = page.getByRole('dialog', { name: /^Broadcast of / });
    await panel.getByText('Sending', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Pause' }).click();
    await panel.getByText(/^Paused\. \d people still to go/).waitFor();
    await panel.getByRole('button', { name: 'Go on' }).click();
    await panel.getByText('Done', { exact: true }).waitFor({ timeout: 20_000 });
    const numbers = await panel.locator('[data-part] dd').allInnerTexts();
    expect(numbers).toEqual([String(KNOWN), String(UNKNOWN), '0', '0']);
    await panel.getByText('The messenger knows no chat with this person').first().waitFor();
    for (const person of people) await phone.said(person, 'telegram', /^New in the shop, Person \d: autumn teas\.$/);

    await panel.getByRole('combobox', { name: 'State' }).selectOption('failed');
    await expect.poll(() => panel.getByRole('row').count()).toBe(1 + UNKNOWN);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row').filter({ hasText: 'Done' }).waitFor();
  });
});

type Project = Awaited<ReturnType<Dashboard['app']['createProject']>>;

/** Some by a link, as people come; and some whom the messenger does not know, so that sending to them fails. */
async function subscribePeople({ app, phone }: Dashboard, project: Project): Promise<number[]> {
  const { telegram_link } = (await project.call('GET', '/v1/subscribe-link')).json;
  const people: number[] = [];
  for (let n = 1; n <= KNOWN; n += 1) {
    const person = await phone.person({ first_name: `Person ${n}` });
    await phone.open(person, telegram_link);
    people.push(person);
  }
  await app.open.pool.query(
    `insert into subscriber (id, project_id, channel, person_id, first_name, lang, active, created_at)
     select gen_random_uuid(), $1, 'telegram', (900000 + n)::text, 'Somebody', 'en', true, now()
     from generate_series(1, $2::int) n`,
    [project.projectId, UNKNOWN],
  );
  const count = async () => (await project.call('GET', '/v1/subscribers?limit=20')).json.subscribers.length;
  await expect.poll(count, { timeout: 10_000 }).toBe(KNOWN + UNKNOWN);
  return people;
}
