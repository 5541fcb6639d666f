import { expect, test } from 'vitest';
import { transact } from '#db';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit, withOutgoing } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emit, log, tick } = kit;
const URL_OK = 'http://127.0.0.1:9/';

const count = async (table: string) =>
  Number((await app.open.pool.query(`select count(*) from ${table}`)).rows[0].count);

test('an event reaches the endpoints of its project that want it, once each', async () => {
  const [all, some, none, others] = await Promise.all([1, 2, 3, 4].map(() => startReceiver()));
  const [project, other] = [await createProject(), await createProject()];
  await createEndpoint(project, all?.url ?? '');
  await createEndpoint(project, some?.url ?? '', { events: ['auth.completed', 'subscription.created'] });
  await createEndpoint(project, none?.url ?? '', { events: ['subscription.deleted'] });
  await createEndpoint(other, others?.url ?? '');
  await emit(project, 'subscription.created');
  await tick();
  expect([all, some, none, others].map((receiver) => receiver?.requests.length)).toEqual([1, 1, 0, 0]);
  const ids = [all, some].map((receiver) => receiver?.requests[0]?.headers['x-service-delivery-id']);
  expect(new Set(ids).size).toBe(2);
  await tick();
  expect(all?.requests).toHaveLength(1);
});

test('what is rolled back was never emitted, and what is not committed yet is not sent', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  const event = { projectId: project.projectId, name: 'auth.completed', data: {}, at: app.clock.now() } as const;
  const undone = transact(app.open.database, async (tx) => {
    await app.events.emit(tx, event);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await tick();
  expect([await log(project), receiver.requests]).toEqual([[], []]);
  await transact(app.open.database, async (tx) => {
    await app.events.emit(tx, event);
    await tick();
    expect(receiver.requests).toEqual([]);
  });
  await tick();
  expect(receiver.requests).toHaveLength(1);
});

test('a disabled endpoint gets a skipped delivery, and nothing is sent', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  const { id } = await createEndpoint(project, receiver.url);
  await project.call('PUT', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
  await emit(project);
  await tick();
  expect(await log(project)).toMatchObject([{ status: 'skipped', attempt_count: 0, next_attempt_at: null }]);
  expect(receiver.requests).toEqual([]);
});

test('an event that nobody wants leaves no row and costs one statement; so do a thousand at once', async () => {
  const project = await createProject();
  await createEndpoint(project, URL_OK, { events: ['form.submitted'] });
  const before = [await count('webhook_event'), await count('webhook_delivery')];
  const statements = async (events: number, name: 'auth.completed' | 'form.submitted') => {
    let seen = 0;
    await transact(app.open.database, async (tx) => {
      const counting = new Proxy(tx, {
        get(target, property) {
          if (property === 'getExecutor') seen += 1;
          const value = Reflect.get(target, property, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const event = { projectId: project.projectId, name, data: {}, at: app.clock.now() };
      await app.webhooks.take(
        counting,
        Array.from({ length: events }, () => event),
      );
    });
    return seen;
  };
  expect(await statements(1, 'auth.completed')).toBe(1);
  expect([await count('webhook_event'), await count('webhook_delivery')]).toEqual(before);
  expect(await statements(1000, 'form.submitted')).toBe(1);
  expect(await count('webhook_delivery')).toBe((before[1] ?? 0) + 1000);
});

test('a thousand events at once arrive, each under an id of its own', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  await kit.emitAll(project, 1000);
  await tick();
  const numbers = receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.n);
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1000);
});

test('what a project learned of before it was switched off is still delivered', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  await emit(project);
  const path = `/admin/v1/projects/${project.projectId}`;
  const answer = await app.call('PATCH', path, { key: app.adminToken, body: { status: 'inactive' } });
  expect(answer.status).toBe(200);
  await tick();
  expect(receiver.requests).toHaveLength(1);
});

test('a started worker sends at once what is emitted in another process', async () => {
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  const worker = withOutgoing(app, ({ request }) => request);
  await app.open.pool.query('truncate lane_shard, lane_worker');
  worker.start();
  await emit(project);
  await receiver.arrived(1);
  await worker.stop();
  expect(receiver.requests).toHaveLength(1);
});
