import { describe, expect, test } from 'vitest';
import { startTestApp, type TestAnswer } from '#test/app.ts';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';
import { countStatements } from '#test/statements.ts';
import { RateLimit } from './rate-limit.ts';

const database = await createTestDatabase();
const clock = createTestClock();
const app = await startTestApp({ database, clock });
const another = await startTestApp({ database, clock });

const burst = (count: number, call: () => Promise<TestAnswer>) => Promise.all(Array.from({ length: count }, call));
const allowed = (answers: TestAnswer[]) => answers.filter(({ status }) => status === 200).length;

describe('300 requests a minute', () => {
  test('exactly 300 of 400 concurrent requests pass; the rest are 429 with Retry-After', async () => {
    const project = await app.createProject({ slug: 'exact' });
    const answers = await burst(400, () => project.call('GET', '/v1/project'));
    expect(allowed(answers)).toBe(300);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ code: 'rate_limit_project', retryable: true });
    expect(refused?.headers.get('retry-after')).toBe('60');
    expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  test('the window starts with the first request, ends 60 seconds later, and refused calls do not extend it', async () => {
    const project = await app.createProject({ slug: 'window', limits: { requests_per_minute: 2 } });
    const start = clock.now();
    const first = await project.call('GET', '/v1/project');
    expect(first.headers.get('x-ratelimit-limit')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(first.headers.get('x-ratelimit-reset')).toBe(String(start.getTime() / 1000 + 60));
    clock.advance(30);
    expect((await project.call('GET', '/v1/project')).headers.get('x-ratelimit-remaining')).toBe('0');
    const third = await project.call('GET', '/v1/project');
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('30');
    clock.advance(29.5);
    const fourth = await project.call('GET', '/v1/project');
    expect(fourth.status).toBe(429);
    expect(fourth.headers.get('retry-after')).toBe('1');
    clock.advance(0.5);
    const fifth = await project.call('GET', '/v1/project');
    expect(fifth.status).toBe(200);
    expect(fifth.headers.get('x-ratelimit-reset')).toBe(String(start.getTime() / 1000 + 120));
  });

  test('two servers on one database never let more than 300 through together, and at least 297', async () => {
    const project = await app.createProject({ slug: 'shared' });
    const answers = (
      await Promise.all([
        burst(250, () => app.call('GET', '/v1/project', { key: project.apiKey })),
        burst(250, () => another.call('GET', '/v1/project', { key: project.apiKey })),
      ])
    ).flat();
    expect(allowed(answers)).toBeLessThanOrEqual(300);
    expect(allowed(answers)).toBeGreaterThanOrEqual(297);
  });

  test('errors of other kinds carry the headers too, and count', async () => {
    const project = await app.createProject({ slug: 'errors', limits: { requests_per_minute: 10 } });
    await project.call('GET', '/v1/project');
    const answer = await project.call('GET', '/v1/project?x=%00');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('8');
  });

  test('projects do not share their windows', async () => {
    const [one, two] = [await app.createProject({ slug: 'one' }), await app.createProject({ slug: 'two' })];
    await burst(300, () => one.call('GET', '/v1/project'));
    expect((await one.call('GET', '/v1/project')).status).toBe(429);
    expect((await two.call('GET', '/v1/project')).status).toBe(200);
  });

  test('a limit raised in the middle of a window counts at once', async () => {
    const project = await app.createProject({ slug: 'raised', limits: { requests_per_minute: 1 } });
    await project.call('GET', '/v1/project');
    expect((await project.call('GET', '/v1/project')).status).toBe(429);
    await app.call('PATCH', `/admin/v1/projects/${project.projectId}`, {
      key: app.adminToken,
      body: { limits: { requests_per_minute: 3 } },
    });
    const answer = await another.call('GET', '/v1/project', { key: project.apiKey });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('1');
  });
});

test('with a large limit most requests are allowed without asking, and the sum over processes is still exact', async () => {
  const limits = [new RateLimit(database.database, clock), new RateLimit(database.database, clock)];
  const statements = countStatements(database.pool, 'rate_window');
  let passed = 0;
  for (let round = 0; round < 12_000; round += 1) {
    if ((await limits[round % 2]?.take('large', 10_000))?.allowed) passed += 1;
  }
  statements.stop();
  expect(passed).toBe(10_000);
  expect(statements.count()).toBeGreaterThan(0);
  expect(statements.count()).toBeLessThan(2_000);
});

test('requests that arrive together are counted together', async () => {
  const limit = new RateLimit(database.database, clock);
  const statements = countStatements(database.pool, 'rate_window');
  const permits = await Promise.all(Array.from({ length: 1_000 }, (_, index) => limit.take(`batch:${index % 7}`, 100)));
  statements.stop();
  expect(permits.filter((permit) => permit.allowed).length).toBe(700);
  expect(statements.count()).toBeGreaterThan(0);
  expect(statements.count()).toBeLessThan(5);
});
