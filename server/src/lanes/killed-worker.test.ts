import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Notifications } from '#db';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';
import { captureLog } from '#test/log.ts';
import { LaneWorker } from './index.ts';
import { addJobs, createJobLedger, createJobTable, unfinished } from './job-ledger.fixture.ts';

const open = await createTestDatabase();
const { database } = open;
const notifications = new Notifications(open.pool, () => {});
afterAll(async () => {
  await notifications.close();
  await open.close();
});

test('a worker that is killed in the middle loses nothing: the next one does what it left', async () => {
  await createJobTable(database);
  for (let lane = 0; lane < 20; lane += 1) await addJobs(database, lane, 50, new Date());

  const program = fileURLToPath(new URL('./killed-worker.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(open.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begunByChild = new Set<string>();
  for await (const id of createInterface({ input: child.stdout })) {
    begunByChild.add(id);
    if (begunByChild.size === 300) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const left = await unfinished(database);
  expect(left).toBeGreaterThanOrEqual(1000 - begunByChild.size);

  const attempted = new Set<string>();
  const ledger = createJobLedger(database, async ({ id }) => {
    attempted.add(id);
    return 'done';
  });
  const clock = createTestClock(new Date().toISOString());
  const heir = new LaneWorker({ ledger, database, clock, log: captureLog().log, notifications });
  await heir.tick();
  expect(attempted.size).toBe(0);
  clock.advance(16);
  await heir.tick();
  expect(await unfinished(database)).toBe(0);
  // What the child was storing at the end may have been stored after the count.
  expect(attempted.size).toBeLessThanOrEqual(left);
  expect(begunByChild.union(attempted).size).toBe(1000);
});
