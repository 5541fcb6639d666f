import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emit, tick } = kit;

type Span = { from: string; delivered: number; failed: number; skipped: number; pending: number };
type Project = Awaited<ReturnType<typeof createProject>>;

const stats = async (project: Project, query = ''): Promise<Span[]> => {
  const answer = await project.call('GET', `/v1/webhooks/stats${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.spans;
};
const sums = (spans: Span[]) =>
  (['delivered', 'failed', 'skipped', 'pending'] as const).map((state) =>
    spans.reduce((sum, span) => sum + span[state], 0),
  );

test('deliveries are counted in the hour and day of their event, by what became of them; of this project alone', async () => {
  const [good, bad] = [await startReceiver(), await startReceiver()];
  bad.answer(400);
  const project = await createProject();
  await createEndpoint(project, good.url);
  await createEndpoint(project, bad.url);
  app.clock.set('2026-11-14T22:59:59.999Z');
  await emit(project, 'auth.completed');
  await tick();
  app.clock.set('2026-11-14T23:00:00.000Z');
  await emit(project, 'auth.completed');
  await tick();
  app.clock.set('2026-11-15T00:00:00.000Z');
  await emit(project, 'auth.completed');

  const day = await stats(project, '?period=day');
  expect(day).toHaveLength(24);
  expect(day.slice(-3)).toEqual([
    { from: '2026-11-14T22:00:00.000+00:00', delivered: 1, failed: 1, skipped: 0, pending: 0 },
    { from: '2026-11-14T23:00:00.000+00:00', delivered: 1, failed: 1, skipped: 0, pending: 0 },
    { from: '2026-11-15T00:00:00.000+00:00', delivered: 0, failed: 0, skipped: 0, pending: 2 },
  ]);
  expect(sums(day)).toEqual([2, 2, 0, 2]);
  const week = await stats(project);
  expect(week).toHaveLength(7);
  expect(week.slice(-2)).toEqual([
    { from: '2026-11-14T00:00:00.000+00:00', delivered: 2, failed: 2, skipped: 0, pending: 0 },
    { from: '2026-11-15T00:00:00.000+00:00', delivered: 0, failed: 0, skipped: 0, pending: 2 },
  ]);
  expect(await stats(project, '?period=month')).toHaveLength(30);
  expect(sums(await stats(await createProject()))).toEqual([0, 0, 0, 0]);
});

test('an unknown period is refused', async () => {
  const project = await createProject();
  const answer = await project.call('GET', '/v1/webhooks/stats?period=year');
  expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed']);
  expect(answer.json.error).toContain('period');
});
