import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';

const app = await startTestApp();

test('health and readiness need no key and touch no limit', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await app.call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ status: 'ok' });
  }
});

test('metrics count requests by route, and show the pool', async () => {
  const project = await app.createProject();
  await project.call('GET', '/v1/project');
  const { text, headers } = await app.call('GET', '/metrics');
  expect(headers.get('content-type')).toContain('text/plain');
  expect(text).toMatch(
    /bellhop_http_request_duration_seconds_count\{method="GET",route="\/v1\/project",status="200"\} 1/,
  );
  expect(text).toMatch(/bellhop_database_connections\{state="idle"\} \d/);
});

test('metrics are not shown through a proxy', async () => {
  const answer = await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(answer.status).toBe(403);
  expect(answer.json.code).toBe('forbidden');
});

test('a line per request names the route and the request id, and no address', async () => {
  const answer = await app.call('GET', '/v1/project?code=very-secret-code', {
    key: 'bh_live_wrongwrongwrongwrongwrong',
  });
  const line = app.log.lines().find((entry) => entry['request'] === answer.headers.get('x-request-id'));
  expect(line).toMatchObject({ method: 'GET', route: '/v1/project', status: 401 });
  expect(app.log.text()).not.toContain('very-secret-code');
});

test('a process without the api role serves health and metrics, and no API', async () => {
  const worker = await startTestApp({ env: { ROLES: 'worker' } });
  expect((await worker.call('GET', '/healthz')).status).toBe(200);
  expect((await worker.call('GET', '/metrics')).status).toBe(200);
  expect((await worker.call('GET', '/v1/project')).status).toBe(404);
});
