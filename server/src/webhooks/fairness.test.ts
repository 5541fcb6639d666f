import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const { app, createProject, createEndpoint, emitAll } = await startWebhooksKit();

test('endpoints that never answer delay no other, not even on the same host, however much is due for them', async () => {
  const receiver = await startReceiver();
  receiver.answer(({ path }, response) => {
    if (path === '/healthy') response.end();
  });
  const arrived = (path: string) => receiver.requests.filter((request) => request.path === path).length;
  for (let n = 0; n < 10; n += 1) {
    const project = await createProject();
    for (let m = 0; m < 5; m += 1) await createEndpoint(project, `${receiver.url}/dead`);
    await emitAll(project, 200);
  }
  const project = await createProject();
  await createEndpoint(project, `${receiver.url}/healthy`);
  await emitAll(project, 500);
  app.webhooks.start();
  await expect.poll(() => arrived('/healthy'), { timeout: 9_000, interval: 10 }).toBe(500);
  // Nothing of the dead ones has ended meanwhile: no slot came free by a timeout.
  const { rows } = await app.open.pool.query('select count(*) from webhook_delivery where last_error is not null');
  expect(rows[0].count).toBe(0);
  // Fifty dead endpoints, at most eight attempts at each.
  expect(arrived('/dead')).toBeLessThanOrEqual(50 * 8);
  await app.webhooks.stop(0);
});
