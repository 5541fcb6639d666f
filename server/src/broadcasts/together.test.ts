import { expect, test } from 'vitest';
import { transact } from '#db';
import { type Json, startBroadcastsKit } from './broadcasts.fixture.ts';
import { outcomeCounting } from './count-outcomes.ts';

const kit = await startBroadcastsKit({ apps: 2 });

test('broadcasts of several projects to the same people, some of whom have blocked the bot: exact, and nobody waits in a circle', async () => {
  const projects = await Promise.all(Array.from({ length: 4 }, () => kit.createProject()));
  const [first] = projects;
  for (const channel of ['telegram', 'max'] as const) await kit.addPeople(first ?? expect.fail(), 200, { channel });
  // The same people in every project, in another order each time.
  for (const { projectId } of projects.slice(1)) {
    await kit.query(
      `insert into subscriber (id, project_id, channel, person_id, first_name, lang, active, created_at)
       select gen_random_uuid(), $1, channel, person_id, first_name, lang, true, now() from subscriber where project_id = $2`,
      [projectId, first?.projectId],
    );
  }
  for (const { telegram, max } of kit.bots) {
    for (const bot of [telegram, max]) {
      bot.answer(async ({ person }) => {
        await new Promise(setImmediate);
        const isGone = Number(person.slice('person-'.length)) % 7 === 0;
        return isGone
          ? {
              failure: {
                kind: 'said_no',
                reason: 'user_blocked_bot',
                detail: 'Forbidden: bot was blocked by the user',
              },
            }
          : { ok: true };
      });
    }
  }
  const started = await Promise.all(projects.map((project) => kit.start(project)));
  await kit.deliver();
  for (const [n, project] of projects.entries()) {
    const { job_id } = started[n];
    const job = await kit.job(project, job_id);
    expect(job).toMatchObject({ status: 'completed', total: 400 });
    expect(job.sent + job.failed + job.skipped).toBe(400);
    expect(job.failed + job.skipped).toBe(57);
    const stored = await kit.query<{ state: string; n: number }>(
      'select state, count(*)::int as n from message where job_id = $1 group by state',
      [job_id],
    );
    for (const { state, n } of stored) expect(n, state).toBe(job[state]);
    expect(kit.eventsOf(project, 'broadcast.completed')).toHaveLength(1);
    expect(kit.eventsOf(project, 'subscription.deleted')).toHaveLength(57);
  }
  await kit.query('select pg_stat_force_next_flush()');
  const deadlocks = await kit.query('select deadlocks::int from pg_stat_database where datname = current_database()');
  expect(deadlocks).toEqual([{ deadlocks: 0 }]);
});

test('what is withdrawn while outcomes are told is counted with them at the end: until then no broadcast is locked', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 3);
  const jobs = [(await kit.start(project)).job_id, (await kit.start(project)).job_id];
  const { collect, count } = outcomeCounting({ clock: kit.clock, events: kit.app.events });
  const finished = (jobId: string, state: string) =>
    [
      { jobId, state },
      { jobId, state },
      { jobId: null, state },
    ] as Json[];
  const free = () => kit.query('select id from broadcast where id = any($1) for update nowait', [jobs]);
  await transact(kit.database.database, async (tx) => {
    await collect(tx, finished(jobs[1], 'failed'));
    await collect(tx, finished(jobs[0], 'skipped'));
    await count(tx, []);
    expect(await free()).toHaveLength(2);
    await count(tx, []);
    await expect(free()).rejects.toThrow('could not obtain lock');
  });
  expect(await kit.job(project, jobs[0])).toMatchObject({ status: 'pending', skipped: 2 });
  expect(await kit.job(project, jobs[1])).toMatchObject({ status: 'processing', failed: 2 });
});
