import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';

test('stopping: what runs is finished, a new request on an open connection is 503, no new connection is taken', async () => {
  const [arrived, working] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = await startTestApp({
    extend: ({ http }) => {
      http.get('/slow', async () => {
        arrived.resolve();
        await working.promise;
        return { done: true };
      });
    },
  });
  const { port, hostname } = new URL(app.url);
  const kept = connect(Number(port), hostname);
  kept.setEncoding('utf8');
  kept.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived.promise;
  const stopped = app.stop();
  kept.write('GET /v1/project HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow();
  working.resolve();
  let text = '';
  for await (const chunk of kept) text += chunk;
  await stopped;
  expect(text).toContain('{"done":true}');
  expect(text).toMatch(/HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"code":"service_unavailable"/);
});

test('stopping does not wait longer than it is told to', async () => {
  const arrived = Promise.withResolvers<void>();
  const app = await startTestApp({
    extend: ({ http }) => {
      http.get('/endless', () => {
        arrived.resolve();
        return new Promise(() => {});
      });
    },
  });
  const refused = expect(fetch(`${app.url}/endless`)).rejects.toThrow();
  await arrived.promise;
  await app.stop(50);
  await refused;
});
