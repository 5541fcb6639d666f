import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onCleanUp } from './clean-up.ts';

const START_MS = 60_000;
const STOP_MS = 15_000;

type Program = { url: string; pid: number; stop(): Promise<void> };

/**
 * A TypeScript program in a process of its own that listens on PORT; ready once `path` answers. It runs with the flags
 * that `npm start` gives, as the benchmark itself does; `nodeFlags` are for a profile: --cpu-prof.
 */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  path: string,
  nodeFlags: readonly string[] = [],
): Promise<Program> {
  const port = await freePort();
  // The channel tells a program of Bellhop's that its parent is gone, however that came about.
  const child = spawn(process.execPath, [...process.execArgv, ...nodeFlags, file], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const stopped = await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })]);
    if (stopped === undefined) child.kill('SIGKILL');
  };
  onCleanUp(stop);
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_MS;
  while (!(await answers(url + path))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode} before it answered.`);
    if (performance.now() > deadline) throw new Error(`${file} did not answer within ${START_MS / 1000} s.`);
    await sleep(50);
  }
  return { url, pid: child.pid ?? 0, stop };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
