import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const { app, createProject, createEndpoint, emit, tick } = await startWebhooksKit();

async function metrics(): Promise<Record<string, number>> {
  const lines = (await app.call('GET', '/metrics')).text
    .split('\n')
    .filter((line) => line.startsWith('bellhop_webhook'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

test('attempts by outcome, the time to the first, the backlog and its age can be scraped', async () => {
  expect(await metrics()).toMatchObject({
    'bellhop_webhook_backlog{state="due"}': 0,
    'bellhop_webhook_backlog{state="waiting"}': 0,
    bellhop_webhook_oldest_due_seconds: 0,
  });
  const receiver = await startReceiver();
  const project = await createProject();
  await createEndpoint(project, receiver.url);
  await emit(project);
  app.clock.advance(3);
  await tick();
  receiver.answer(500);
  await emit(project);
  await tick();
  await emit(project);
  app.clock.advance(7);
  expect(await metrics()).toMatchObject({
    'bellhop_webhook_attempts_total{outcome="delivered"}': 1,
    'bellhop_webhook_attempts_total{outcome="http_error"}': 1,
    'bellhop_webhook_first_attempt_seconds_bucket{le="0.002"}': 1,
    'bellhop_webhook_first_attempt_seconds_bucket{le="5"}': 2,
    bellhop_webhook_first_attempt_seconds_count: 2,
    'bellhop_webhook_backlog{state="due"}': 1,
    'bellhop_webhook_backlog{state="waiting"}': 1,
    bellhop_webhook_oldest_due_seconds: 7,
  });
});
