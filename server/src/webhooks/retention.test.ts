import { beforeEach, expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { forgetOldDeliveries, skipLeftOver } from './index.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emit, log, tick } = kit;
const { database, pool } = app.open;
const DAY = 24 * 3600;
const RETRY = 60;

beforeEach(async () => {
  await pool.query('truncate webhook_delivery, webhook_event, webhook_attempt, webhook_endpoint, webhook_secret');
});

const forget = (most = 500) => forgetOldDeliveries(database, app.clock, most);
const counts = async () =>
  (
    await pool.query(`select (select count(*) from webhook_delivery) as deliveries,
      (select count(*) from webhook_event) as events, (select count(*) from webhook_attempt) as attempts,
      (select count(*) from webhook_endpoint) as endpoints, (select count(*) from webhook_secret) as secrets`)
  ).rows[0];

test('deliveries with their attempts and events go after 30 days, in batches, and no sooner', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  await createEndpoint(project, receiver.url);
  // The first attempt stands in the delivery itself.
  const failOnce = async () => {
    receiver.answer(503);
    await tick();
    receiver.answer(200);
    app.clock.advance(RETRY);
    await tick();
  };
  for (let n = 0; n < 4; n += 1) await emit(project);
  await failOnce();
  app.clock.advance(DAY - RETRY);
  await emit(project);
  await failOnce();
  app.clock.advance(29 * DAY - RETRY);
  expect(await forget()).toBe(0);
  expect(await counts()).toMatchObject({ deliveries: 10, events: 5, attempts: 10 });
  app.clock.advance(0.001);
  expect(await forget(3)).toBe(3);
  expect(await counts()).toMatchObject({ deliveries: 7, events: 5, attempts: 7 });
  expect(await log(project)).toHaveLength(7);
  while ((await forget(3)) === 3);
  expect(await counts()).toMatchObject({ deliveries: 2, events: 1, attempts: 2 });
  app.clock.advance(DAY);
  while ((await forget(3)) > 0);
  expect(await counts()).toMatchObject({ deliveries: 0, events: 0, attempts: 0, endpoints: 2 });
});

test('an old delivery that was asked for again stays, with its payload, until it has ended', async () => {
  const receiver = await startReceiver();
  receiver.answer(400);
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  await emit(project);
  await tick();
  const [{ delivery_id }] = await log(project);
  app.clock.advance(30 * DAY - 1);
  await project.call('POST', `/v1/webhooks/deliveries/${delivery_id}/redeliver`);
  app.clock.advance(60);
  await forget();
  receiver.answer(200);
  await tick();
  expect(receiver.requests.map(({ body }) => body.length)).toEqual([
    receiver.requests[0]?.body.length,
    expect.any(Number),
  ]);
  expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body);
  await forget();
  await forget();
  expect(await counts()).toMatchObject({ deliveries: 0, events: 0 });
});

test('a removed endpoint goes with its last delivery, its secrets at once', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  const { id } = await createEndpoint(project, receiver.url);
  await emit(project);
  await tick();
  await project.call('DELETE', `/v1/webhooks/${id}`);
  expect(await counts()).toMatchObject({ endpoints: 1, secrets: 0 });
  app.clock.advance(29 * DAY);
  await forget();
  expect(await counts()).toMatchObject({ endpoints: 1 });
  app.clock.advance(2 * DAY);
  await forget();
  expect(await counts()).toMatchObject({ endpoints: 0, deliveries: 0 });
});

test('replaced secrets are gone once they no longer sign', async () => {
  const project = await createProject();
  const { id } = await createEndpoint(project, 'http://127.0.0.1:9/');
  const { json } = await project.call('POST', `/v1/webhooks/${id}/rotate-secret`);
  app.keepOutOfLogs(json.secret);
  app.clock.advance(DAY - 1);
  await forget();
  expect(await counts()).toMatchObject({ secrets: 2 });
  app.clock.advance(1);
  await forget();
  expect(await counts()).toMatchObject({ secrets: 1 });
});

test('what became pending while its endpoint was being disabled is skipped before it is due', async () => {
  const project = await createProject();
  const { id } = await createEndpoint(project, 'http://127.0.0.1:9/');
  await emit(project);
  await emit(project);
  await pool.query(`update webhook_endpoint set status = 'disabled' where id = $1`, [id]);
  expect(await skipLeftOver(database, app.clock, 1)).toBe(1);
  expect(await skipLeftOver(database, app.clock, 500)).toBe(1);
  expect(await skipLeftOver(database, app.clock, 500)).toBe(0);
  expect((await log(project)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
});
