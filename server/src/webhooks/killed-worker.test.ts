import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const EVENTS = 20_000;
const KILLS = 10;

const database = await createTestDatabase();
const masterKey = randomBytes(32);
const kit = await startWebhooksKit({ database, masterKey });
const { pool } = database;

function startWorker(): ChildProcess {
  const program = fileURLToPath(new URL('./killed-worker.fixture.ts', import.meta.url));
  const options = JSON.stringify({ connection: database.connection, masterKey: masterKey.toString('base64') });
  const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function kill(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
  // As if its lease had run out, which takes 15 seconds of nothing.
  await pool.query(`update lane_shard set until = now() where ledger = 'webhook'`);
  await pool.query(`delete from lane_worker where ledger = 'webhook'`);
}

test(`a worker killed ${KILLS} times at random under load: each of ${EVENTS} events arrives, under one delivery id`, async () => {
  const receiver = await startReceiver();
  const projects = await Promise.all(Array.from({ length: 10 }, () => kit.createProject()));
  for (const project of projects) await kit.createEndpoint(project, receiver.url);
  kit.app.clock.set(new Date());
  for (const project of projects) {
    for (let n = 0; n < EVENTS / projects.length; n += 500) await kit.emitAll(project, 500);
  }

  for (let n = 0; n < KILLS; n += 1) {
    const worker = startWorker();
    const before = receiver.requests.length;
    await receiver.arrived(Math.min(before + 1, EVENTS));
    // At random, but spread over the whole load.
    await receiver.arrived(Math.min(EVENTS - 100, before + Math.ceil(Math.random() * (EVENTS / KILLS) * 1.5)));
    await kill(worker);
  }
  const last = startWorker();
  const pending = async () =>
    Number((await pool.query('select count(*) from webhook_delivery where finished_at is null')).rows[0].count);
  await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
  await kill(last);

  const bodiesOf = new Map<string, Set<string>>();
  for (const { body, headers } of receiver.requests) {
    const id = String(headers['x-service-delivery-id']);
    bodiesOf.set(id, (bodiesOf.get(id) ?? new Set()).add(body.toString()));
  }
  const { rows } = await pool.query(
    `select d.id, d.state, v.body from webhook_delivery d join webhook_event v on v.id = d.event_id`,
  );
  expect(rows).toHaveLength(EVENTS);
  // Every event was written once and arrived under its one delivery id, with its own body and no other.
  for (const { id, state, body } of rows) {
    expect(state).toBe('delivered');
    expect([...(bodiesOf.get(id) ?? [])]).toEqual([body]);
  }
  expect(bodiesOf.size).toBe(EVENTS);
}, 120_000);
