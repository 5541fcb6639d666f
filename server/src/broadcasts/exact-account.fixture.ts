import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { EVENT_PAYLOADS } from '#events';
import type { BroadcastsKit, Json, Project } from './broadcasts.fixture.ts';

const ajv = formats.default(new Ajv({ strict: false }));
const STATES = ['sent', 'failed', 'skipped'] as const;

/**
 * A finished broadcast whose books agree: the job, its messages, the event of its end (once) and its batches all tell the
 * same, and nobody was written to twice. Answers the job.
 */
export async function expectExactAccount(kit: BroadcastsKit, project: Project, id: string): Promise<Json> {
  const job = await kit.job(project, id);
  expect(['completed', 'cancelled']).toContain(job.status);
  expect(job.sent + job.failed + job.skipped, 'sent + failed + skipped = total').toBe(job.total);
  expect(job.finished_at).not.toBeNull();

  const stored = await kit.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from message where job_id = $1 group by state',
    [id],
  );
  expect(await kit.query('select id from broadcast_recipient where job_id = $1', [id]), 'who still waits').toEqual([]);
  const counts = { sent: job.sent, failed: job.failed, skipped: job.skipped };
  expect(Object.fromEntries(stored.map(({ state, count }) => [state, count]))).toEqual(withoutZeros(counts));

  const ends = [...kit.eventsOf(project, 'broadcast.completed'), ...kit.eventsOf(project, 'broadcast.cancelled')];
  const told = ends.filter(({ data }) => data['job_id'] === id);
  expect(told.map(({ name, data }) => ({ name, data }))).toEqual([
    { name: `broadcast.${job.status}`, data: { job_id: id, ...counts, total: job.total } },
  ]);

  const batches = kit.eventsOf(project, 'batch.completed').filter(({ data }) => data['job_id'] === id);
  const sizes = batches.map(({ data }) => STATES.reduce((sum, state) => sum + Number(data[state]), 0));
  expect(batches.map(({ data }) => data['batch'])).toEqual(batches.map((_, index) => index + 1));
  for (const size of job.status === 'completed' ? sizes.slice(0, -1) : sizes) expect(size).toBe(1_000);
  if (job.status === 'completed') {
    expect(batches).toHaveLength(Math.ceil(job.total / 1_000));
    for (const state of STATES)
      expect(batches.reduce((sum, { data }) => sum + Number(data[state]), 0)).toBe(counts[state]);
  }

  for (const { name, data } of [...told, ...batches]) {
    const validate = ajv.compile({ ...EVENT_PAYLOADS[name]?.schema, additionalProperties: false });
    expect(validate(data) ? [] : validate.errors, `the schema of ${name}`).toEqual([]);
  }

  const reached = await kit.query<{ recipient: string }>('select recipient from message where job_id = $1', [id]);
  const calls = Map.groupBy(kit.reached(), (person) => person);
  const twice = reached.filter(({ recipient }) => (calls.get(recipient)?.length ?? 0) > 1);
  expect(twice, 'people who were written to twice').toEqual([]);
  return job;
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
