import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit, withOutgoing } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emitAll } = kit;
const workers: { stop(abortAfterMs?: number): Promise<void> }[] = [];
afterAll(async () => {
  for (const worker of workers) await worker.stop(0);
});

test('endpoints that never answer delay no other, however much is due for them', async () => {
  const [dead, healthy] = [await startReceiver(), await startReceiver()];
  dead.answer(() => {});
  const projects = await Promise.all(Array.from({ length: 6 }, () => createProject()));
  const [good, ...bad] = projects;
  if (good === undefined) throw new Error('There is no project.');
  for (const project of bad) {
    for (let n = 0; n < 5; n += 1) await createEndpoint(project, `${dead.url}/${n}`);
    await emitAll(project, 400);
  }
  await createEndpoint(good, healthy.url);
  await emitAll(good, 500);
  const worker = withOutgoing(app, ({ request }) => request);
  workers.push(worker);
  worker.start();
  await healthy.arrived(500);
  // Nothing of the dead ones has ended meanwhile: no slot came free by a timeout.
  const { rows } = await app.open.pool.query('select count(*) from webhook_attempt where error is not null');
  expect(rows[0].count).toBe(0);
  // 25 dead endpoints, at most eight attempts at each.
  expect(dead.requests.length).toBeLessThanOrEqual(25 * 8);
});
