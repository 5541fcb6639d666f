import { createServer } from 'node:net';
import { startTestApp, type TestApp } from './app.ts';
import { runningClock } from './clock.ts';

/** Cookies belong to a host, so here the program listens where BASE_URL says; with the sandbox, in real time. */
export async function startAtBaseUrl(env: Record<string, string> = {}): Promise<TestApp> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  const own = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };
  return startTestApp({ sandbox: true, clock: runningClock, env: { ...own, ...env } });
}
