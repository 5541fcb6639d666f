import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { startWebhooksKit, type WebhooksKit } from './webhooks.fixture.ts';

const day = await startWebhooksKit();
const quick = await startWebhooksKit({ env: { WEBHOOK_RETRY_POLICY: 'quick' } });

/** Looks every second, or where nothing can be due less often; answers the seconds at which requests arrived. */
async function arrivals(kit: WebhooksKit, requests: { length: number }, moments: number[]): Promise<number[]> {
  const start = kit.app.clock.now();
  const at: number[] = [];
  for (const moment of moments) {
    kit.app.clock.set(new Date(start.getTime() + moment * 1000));
    const before = requests.length;
    await kit.tick();
    for (let n = before; n < requests.length; n += 1) at.push(moment);
  }
  return at;
}

/** The second before, the second itself and a millisecond to either side. */
const around = (seconds: number) => [seconds - 1, seconds - 0.001, seconds, seconds + 1];

test('day: retries at 30 s, 2 min, 10 min, 1 h, 6 h and 24 h after the first attempt, and then it has failed', async () => {
  const receiver = await startReceiver();
  receiver.answer(503);
  const project = await day.createProject();
  await day.createEndpoint(project, receiver.url);
  await day.emit(project);
  const planned = [30, 120, 600, 3600, 21_600, 86_400];
  const moments = [0, 1, ...planned.flatMap(around), 172_800, 1_000_000];
  expect(await arrivals(day, receiver.requests, moments)).toEqual([0, ...planned]);
  const [delivery] = await day.log(project);
  expect(delivery).toMatchObject({
    status: 'failed',
    attempt_count: 7,
    last_status_code: 503,
    last_error: 'http_error',
  });
  expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1);
});

test('quick: retries 1, 2 and 4 seconds after the one before', async () => {
  const receiver = await startReceiver();
  receiver.answer(500);
  const project = await quick.createProject();
  await quick.createEndpoint(project, receiver.url);
  await quick.emit(project);
  const moments = [0, 0.999, 1, 2.999, 3, 4, 6.999, 7, 8, 20, 100_000];
  expect(await arrivals(quick, receiver.requests, moments)).toEqual([0, 1, 3, 7]);
  expect((await quick.log(project))[0]).toMatchObject({ status: 'failed', attempt_count: 4 });
});

test('a retry that succeeds ends it', async () => {
  const receiver = await startReceiver();
  receiver.answer(500);
  const project = await day.createProject();
  await day.createEndpoint(project, receiver.url);
  await day.emit(project);
  await day.tick();
  const [pending] = await day.log(project);
  expect(pending).toMatchObject({ status: 'pending', attempt_count: 1, last_error: 'http_error', finished_at: null });
  receiver.answer(204);
  day.app.clock.advance(30);
  await day.tick();
  const { attempts, ...delivery } = await day.delivery(project, pending.delivery_id);
  expect(delivery).toMatchObject({
    status: 'delivered',
    last_error: null,
    last_status_code: 204,
    next_attempt_at: null,
  });
  expect(attempts.map(({ status_code, error }: Record<string, unknown>) => [status_code, error])).toEqual([
    [500, 'http_error'],
    [204, null],
  ]);
  day.app.clock.advance(100_000);
  await day.tick();
  expect(receiver.requests).toHaveLength(2);
});

test.each([400, 401, 404, 408, 410, 422, 429, 451, 499])('%i is final', async (status) => {
  for (const kit of [day, quick]) {
    const receiver = await startReceiver();
    receiver.answer(status);
    const project = await kit.createProject();
    await kit.createEndpoint(project, receiver.url);
    await kit.emit(project);
    await kit.tick();
    expect((await kit.log(project))[0]).toMatchObject({
      ...{ status: 'failed', attempt_count: 1, last_status_code: status, last_error: 'http_error' },
    });
    kit.app.clock.advance(100_000);
    await kit.tick();
    expect(receiver.requests).toHaveLength(1);
  }
});

test.each([301, 302, 307, 308, 304, 500, 502, 599])('%i is tried again', async (status) => {
  const receiver = await startReceiver();
  const elsewhere = await startReceiver();
  receiver.answer((_request, response) => void response.writeHead(status, { location: elsewhere.url }).end());
  const project = await quick.createProject();
  await quick.createEndpoint(project, receiver.url);
  await quick.emit(project);
  await quick.tick();
  quick.app.clock.advance(1);
  await quick.tick();
  expect(receiver.requests).toHaveLength(2);
  expect(elsewhere.requests).toHaveLength(0);
  expect((await quick.log(project))[0]).toMatchObject({ status: 'pending', last_status_code: status });
});

test.each([200, 201, 202, 204, 299])('%i is success', async (status) => {
  const receiver = await startReceiver();
  receiver.answer(status);
  const project = await quick.createProject();
  await quick.createEndpoint(project, receiver.url);
  await quick.emit(project);
  await quick.tick();
  expect((await quick.log(project))[0]).toMatchObject({ status: 'delivered', last_status_code: status });
});

test('retries that are overdue because no worker ran are not used up at once', () => {
  const firstStartedAt = new Date('2026-11-14T09:30:00.000Z');
  const endedAt = new Date('2026-11-14T12:00:00.000Z');
  expect(nextAttemptAt('day', { nth: 2, firstStartedAt, endedAt })).toEqual(new Date('2026-11-14T12:00:10.000Z'));
  expect(nextAttemptAt('day', { nth: 5, firstStartedAt, endedAt })).toEqual(new Date('2026-11-14T15:30:00.000Z'));
  expect(nextAttemptAt('day', { nth: 7, firstStartedAt, endedAt })).toBeUndefined();
  expect(nextAttemptAt('quick', { nth: 4, firstStartedAt, endedAt })).toBeUndefined();
});
