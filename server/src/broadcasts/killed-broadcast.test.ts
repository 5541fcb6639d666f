import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { type Json, startBroadcastsKit } from './broadcasts.fixture.ts';

const PEOPLE = 20_000;
const KILLS = 5;

const kit = await startBroadcastsKit();

function startWorker(url: string): ChildProcess {
  const program = fileURLToPath(new URL('./killed-broadcast.fixture.ts', import.meta.url));
  const options = JSON.stringify({ connection: kit.database.connection, url });
  const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Answers what was being sent at that moment, or was sent and not yet stored. */
async function kill(worker: ChildProcess): Promise<string[]> {
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
  // Its last statement may still be running.
  await expect
    .poll(() => kit.query("select pid from pg_stat_activity where application_name = 'bellhop-killed'"))
    .toEqual([]);
  const inFlight = await kit.query<{ id: string }>(
    `select r ->> 0 as id from broadcast_taking cross join json_array_elements(recipients::json) r
     where not exists (select from message where id = (r ->> 0)::uuid)`,
  );
  // As if its lease had run out, which takes 15 seconds of nothing.
  await kit.query(`update lane_shard set until = now() where ledger = 'message'`);
  await kit.query(`delete from lane_worker where ledger = 'message'`);
  return inFlight.map(({ id }) => id);
}

test(`a worker killed ${KILLS} times during a broadcast to ${PEOPLE}: everyone counted once, nobody written to twice`, async () => {
  await kit.query('create table told (name text, data jsonb)');
  const receiver = await startReceiver();
  const project = await kit.createProject();
  await kit.addPeople(project, PEOPLE);
  kit.clock.set(new Date());
  const { job_id } = await kit.start(project);
  const inFlight: string[] = [];

  for (let n = 0; n < KILLS; n += 1) {
    const worker = startWorker(receiver.url);
    const before = receiver.requests.length;
    // At random, but spread over the whole of it.
    const wanted = before + Math.ceil(Math.random() * (PEOPLE / (KILLS + 1)));
    const ended = once(worker, 'exit').then(() => expect.fail('The worker ended by itself.'));
    await Promise.race([receiver.arrived(wanted), ended]);
    ended.catch(() => {});
    inFlight.push(...(await kill(worker)));
  }
  const last = startWorker(receiver.url);
  const status = async () => (await kit.job(project, job_id)).status;
  await expect.poll(status, { timeout: 120_000, interval: 200 }).toBe('completed');
  expect(await kill(last)).toEqual([]);

  const { sent, failed, skipped, by_reason } = await kit.job(project, job_id);
  expect(sent + failed + skipped).toBe(PEOPLE);
  expect(skipped).toBe(0);
  // What was in flight at a kill, and nothing else.
  expect(by_reason).toEqual({ unknown: failed });
  expect(failed).toBeGreaterThan(0);
  const unknown = await kit.query<{ id: string }>("select id from message where job_id = $1 and state = 'failed'", [
    job_id,
  ]);
  expect(unknown.map(({ id }) => id).sort()).toEqual(inFlight.sort());

  const seen = receiver.requests.map(({ body }) => body.toString());
  expect(new Set(seen).size, 'nobody twice').toBe(seen.length);
  const rows = await kit.query<{ recipient: string; state: string }>(
    'select recipient, state from message where job_id = $1',
    [job_id],
  );
  expect(rows).toHaveLength(PEOPLE);
  const arrived = new Set(seen);
  for (const { recipient, state } of rows) if (state === 'sent') expect(arrived.has(recipient)).toBe(true);
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(sent);

  const told = await kit.query<{ name: string; data: Json }>('select name, data from told');
  expect(told.filter(({ name }) => name === 'broadcast.completed').map(({ data }) => data)).toEqual([
    { job_id, sent, failed, skipped, total: PEOPLE },
  ]);
  const batches = told.filter(({ name }) => name === 'batch.completed').map(({ data }) => data);
  expect(batches.map(({ batch }) => batch).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(batches.reduce((sum, batch) => sum + batch.sent, 0)).toBe(sent);
  const charged = await kit.query(`select -sum(amount)::int as sum from ledger_entry where job_id = $1`, [job_id]);
  expect(charged).toEqual([{ sum: sent }]);
}, 240_000);
