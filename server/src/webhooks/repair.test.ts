import { expect, test } from 'vitest';
import { eventExample } from '#events';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit, withOutgoing } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emit, log, delivery, tick } = kit;

/** A project with one endpoint that answers so, and one event sent to it. */
async function sent(status: number) {
  const receiver = await startReceiver();
  receiver.answer(status);
  const project = await createProject();
  const endpoint = await createEndpoint(project, receiver.url);
  const since = app.clock.now().toISOString();
  await emit(project);
  await tick();
  const [{ delivery_id: id }] = await log(project);
  const put = (body: unknown) => project.call('PUT', `/v1/webhooks/${endpoint.id}`, { body });
  const redeliver = () => project.call('POST', `/v1/webhooks/deliveries/${id}/redeliver`);
  const recover = (from = since) =>
    project.call('POST', `/v1/webhooks/${endpoint.id}/recover`, { body: { since: from } });
  return { receiver, project, endpoint, id, put, redeliver, recover };
}

test('a redelivery keeps the delivery id and its attempts, and begins the schedule anew', async () => {
  const { receiver, project, id, redeliver } = await sent(400);
  expect(await delivery(project, id)).toMatchObject({ status: 'failed', attempt_count: 1 });
  app.clock.advance(5000);
  receiver.answer(500);
  const answer = await redeliver();
  expect([answer.status, answer.json]).toMatchObject([202, { delivery_id: id, status: 'pending', finished_at: null }]);
  await tick();
  for (const [after, attempts] of [
    [29, 2],
    [1, 3],
    [89, 3],
    [1, 4],
  ] as const) {
    app.clock.advance(after);
    await tick();
    expect((await delivery(project, id)).attempts).toHaveLength(attempts);
  }
  receiver.answer(200);
  app.clock.advance(480);
  await tick();
  const done = await delivery(project, id);
  expect(done).toMatchObject({ status: 'delivered', attempt_count: 5 });
  expect(done.attempts.map(({ attempt }: { attempt: number }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery-id']))).toEqual(new Set([id]));
});

test('what was delivered can be delivered again', async () => {
  const { receiver, project, id, redeliver } = await sent(200);
  expect((await redeliver()).status).toBe(202);
  await tick();
  expect(receiver.requests).toHaveLength(2);
  expect(await delivery(project, id)).toMatchObject({ status: 'delivered', attempt_count: 2 });
});

test('a redelivery that is asked for during an attempt is not undone by its failure, nor shortened', async () => {
  const { receiver, project, id, redeliver } = await sent(500);
  for (const seconds of [30, 90, 480, 3000, 18_000]) {
    app.clock.advance(seconds);
    await tick();
  }
  expect((await delivery(project, id)).attempt_count).toBe(6);
  // The last attempt of the schedule is under way.
  app.clock.advance(64_800);
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  receiver.answer(async (_request, response) => {
    receiver.answer(500);
    await redeliver();
    resolve();
    response.writeHead(500).end();
  });
  await tick();
  await asked;
  // The seventh attempt, and at once the first of the new schedule; its retry is half a minute later.
  expect(await delivery(project, id)).toMatchObject({ status: 'pending', attempt_count: 8 });
  app.clock.advance(30);
  await tick();
  expect(await delivery(project, id)).toMatchObject({ status: 'pending', attempt_count: 9 });
});

test('disabling skips what is pending; once active again it is recovered', async () => {
  const { receiver, project, id, put, redeliver, recover } = await sent(500);
  expect((await delivery(project, id)).status).toBe('pending');
  expect((await put({ status: 'disabled' })).status).toBe(200);
  expect(await delivery(project, id)).toMatchObject({ status: 'skipped', attempt_count: 1, next_attempt_at: null });
  await emit(project);
  app.clock.advance(1_000_000);
  await tick();
  expect(receiver.requests).toHaveLength(1);
  for (const refused of [await redeliver(), await recover()]) {
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
  }
  receiver.answer(200);
  await put({ status: 'active' });
  await tick();
  expect(receiver.requests).toHaveLength(1);
  expect(await recover()).toMatchObject({ status: 202, json: { deliveries: 2 } });
  await tick();
  expect(receiver.requests).toHaveLength(3);
  expect((await log(project)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  expect((await recover()).json).toEqual({ deliveries: 0 });
});

test('recovery takes what failed or was skipped since then, by the thousand, and nothing else', async () => {
  const { receiver, project, put, recover } = await sent(400);
  app.clock.advance(60);
  const since = app.clock.now().toISOString().replace('Z', '+00:00');
  await emit(project);
  await tick();
  receiver.answer(200);
  await emit(project);
  await tick();
  await put({ status: 'disabled' });
  await kit.emitAll(project, 4500);
  await put({ status: 'active' });
  expect(await recover(since)).toMatchObject({ status: 202, json: { deliveries: 4501 } });
  await tick();
  const { rows } = await app.open.pool.query(
    `select d.state, count(*) from webhook_delivery d join webhook_endpoint e using (lane)
     where e.project_id = $1 group by 1 order by 1`,
    [project.projectId],
  );
  expect(rows).toEqual([
    { state: 'delivered', count: 4502 },
    { state: 'failed', count: 1 },
  ]);
});

test.each(['yesterday', '2026-11-14', '', 5, null, undefined])(
  'recovery needs a time: %s is refused',
  async (since) => {
    const project = await createProject();
    const { id } = await createEndpoint(project, 'http://127.0.0.1:9/');
    const answer = await project.call('POST', `/v1/webhooks/${id}/recover`, { body: { since } });
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed']);
  },
);

test('removing an endpoint skips what is pending and keeps the log', async () => {
  const { receiver, project, endpoint, id, redeliver } = await sent(500);
  expect((await project.call('DELETE', `/v1/webhooks/${endpoint.id}`)).status).toBe(204);
  app.clock.advance(1_000_000);
  await tick();
  expect(receiver.requests).toHaveLength(1);
  expect(await log(project)).toMatchObject([{ delivery_id: id, status: 'skipped' }]);
  expect(await log(project, `?endpoint_id=${endpoint.id}`)).toHaveLength(1);
  expect(await delivery(project, id)).toMatchObject({ status: 'skipped', attempts: [{ attempt: 1 }] });
  expect((await redeliver()).status).toBe(409);
});

test('an endpoint that is disabled during an attempt: what arrived is delivered, what did not is skipped', async () => {
  for (const [status, expected] of [
    [200, 'delivered'],
    [500, 'skipped'],
  ] as const) {
    const receiver = await startReceiver();
    const project = await createProject();
    const { id } = await createEndpoint(project, receiver.url);
    receiver.answer(async (_request, response) => {
      await project.call('PUT', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
      response.writeHead(status).end();
    });
    await emit(project);
    await tick();
    expect((await log(project))[0]).toMatchObject({ status: expected, attempt_count: 1, last_status_code: status });
  }
});

test('a delivery that was written while its endpoint was being disabled is skipped by the worker', async () => {
  const { receiver, project, id, put } = await sent(200);
  await put({ status: 'disabled' });
  await app.open.pool.query(`update webhook_delivery set state = 'pending', finished_at = null where id = $1`, [id]);
  await tick();
  expect(await delivery(project, id)).toMatchObject({ status: 'skipped', attempt_count: 1 });
  expect(receiver.requests).toHaveLength(1);
});

test('a test sends the sample of an event, whatever the endpoint wants, by the same path', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  const { id } = await createEndpoint(project, receiver.url, { events: ['form.submitted'] });
  const test = (event: unknown) => project.call('POST', `/v1/webhooks/${id}/test`, { body: { event } });
  const answer = await test('auth.completed');
  expect(answer.status).toBe(202);
  await tick();
  const [request] = receiver.requests;
  expect(request?.headers).toMatchObject({
    ...{ 'x-service-event': 'auth.completed', 'x-service-delivery-id': answer.json.delivery_id },
    'x-service-signature': expect.stringMatching(/^t=\d+,v1=/),
  });
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
    event: 'auth.completed',
    data: eventExample('auth.completed'),
  });
  expect(await delivery(project, answer.json.delivery_id)).toMatchObject({ status: 'delivered' });
  for (const event of ['no.such', undefined, 'ticket.created'])
    expect((await test(event)).json.code).toBe('validation_failed');
  await project.call('PUT', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
  expect((await test('auth.completed')).status).toBe(409);
});

test('an attempt that is broken off by the stop of its process leaves no trace and is made again', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  receiver.answer(() => {});
  await app.open.pool.query('truncate lane_shard, lane_worker');
  const worker = withOutgoing(app, ({ request }) => request);
  worker.start();
  await emit(project);
  await receiver.arrived(1);
  await worker.stop(0);
  expect((await log(project))[0]).toMatchObject({ status: 'pending', attempt_count: 0 });
  receiver.answer(200);
  await tick();
  expect((await log(project))[0]).toMatchObject({ status: 'delivered', attempt_count: 1 });
});
