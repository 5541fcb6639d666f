import { expect, test } from 'vitest';
import { type Json, startBroadcastsKit } from './broadcasts.fixture.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

const kit = await startBroadcastsKit();
const telegram = kit.bots[0]?.telegram ?? expect.fail('There is no bot.');
const ok = { ok: true } as const;

const platformAway = { failure: { kind: 'unreachable', maybeDone: true, detail: 'socket hang up' } } as const;

test('the list is of this project, newest first, by pages and by status', async () => {
  const [project, other] = [await kit.createProject(), await kit.createProject()];
  await kit.start(other);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    if (n === 3) await kit.addPeople(project, 1);
    ids.unshift((await kit.start(project)).job_id);
    kit.clock.advance(1);
  }
  const list = async (query: string) => (await project.call('GET', `/v1/broadcast${query}`)).json;
  const idsOf = ({ broadcasts }: Json) => broadcasts.map(({ job_id }: Json) => job_id);
  expect(idsOf(await list(''))).toEqual(ids);
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  const third = await list(`?limit=2&cursor=${second.next_cursor}`);
  expect([first, second, third].flatMap(idsOf)).toEqual(ids);
  expect(third.next_cursor).toBeNull();
  expect(idsOf(await list('?status=pending'))).toEqual(ids.slice(0, 2));
  expect(idsOf(await list('?status=completed&limit=1'))).toEqual(ids.slice(2, 3));
  for (const bad of [
    '?status=done',
    '?limit=0',
    '?limit=201',
    '?cursor=x',
    `?cursor=${Buffer.from("'").toString('base64url')}`,
  ])
    expect((await project.call('GET', `/v1/broadcast${bad}`)).status, bad).toBe(400);
  expect(first.broadcasts[0]).toEqual({
    ...{ job_id: ids[0], status: 'pending', total: 1, sent: 0, failed: 0, skipped: 0, rate: null, estimated_end: null },
    ...{ text: expect.any(String), audience: {} },
    ...{ messages_per_minute: null, retry_of: null, created_at: expect.stringMatching(/\+00:00$/), finished_at: null },
  });
});

test('what is unknown, malformed or of another project is not found, by every route', async () => {
  const [mine, other] = [await kit.createProject(), await kit.createProject()];
  const theirs = await kit.start(other);
  for (const id of [theirs.job_id, '018f0000-0000-7000-8000-000000000000', 'x', "'"]) {
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/retry'],
      ['GET', '/deliveries'],
    ] as const) {
      const { status, json } = await mine.call(method, `/v1/broadcast/${encodeURIComponent(id)}${rest}`);
      expect([status, json.code], `${method} ${id}${rest}`).toEqual([404, 'not_found']);
    }
  }
});

test('progress: rate and estimated end are known after ten seconds, and unknown again after a pause', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 900);
  const { job_id } = await kit.start(project, { messages_per_minute: 1_200 });
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) {
      kit.clock.advance(1);
      await kit.app.messages.tick();
    }
  };
  await pass(5);
  expect(await kit.job(project, job_id)).toMatchObject({ status: 'processing', rate: null, estimated_end: null });
  await pass(10);
  const job = await kit.job(project, job_id);
  expect(job.rate).toBeGreaterThan(1_000);
  expect(job.rate).toBeLessThanOrEqual(1_200);
  const left = (Date.parse(job.estimated_end) - kit.clock.now().getTime()) / 1000;
  expect(left).toBeCloseTo(((900 - job.sent) / job.rate) * 60, 1);
  await project.call('POST', `/v1/broadcast/${job_id}/pause`);
  expect(await kit.job(project, job_id)).toMatchObject({ rate: null, estimated_end: null });
  await project.call('POST', `/v1/broadcast/${job_id}/resume`);
  kit.clock.advance(600);
  await pass(12);
  expect((await kit.job(project, job_id)).rate).toBeGreaterThan(1_000);
});

test('each message of a broadcast is listed with what became of it', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 12);
  await kit.addPeople(project, 3, { channel: 'max' });
  await kit.addPeople(project, 4, { active: false });
  telegram.answer(({ person }) =>
    person.endsWith('1')
      ? { failure: { kind: 'said_no', reason: 'user_blocked_bot', detail: 'Forbidden: bot was blocked by the user' } }
      : ok,
  );
  const { job_id } = await kit.start(project);
  const list = async (query = '') => (await project.call('GET', `/v1/broadcast/${job_id}/deliveries${query}`)).json;
  const queued = await list('?status=queued');
  expect(queued.deliveries).toHaveLength(15);
  await kit.deliver();
  telegram.answer(() => ok);
  const all: Json[] = [];
  for (let page = await list('?limit=4'); ; page = await list(`?limit=4&cursor=${page.next_cursor}`)) {
    all.push(...page.deliveries);
    if (page.next_cursor === null) break;
  }
  expect(all).toHaveLength(19);
  expect(all.map(({ message_id }) => message_id)).toEqual(
    all
      .map(({ message_id }) => message_id)
      .sort()
      .reverse(),
  );
  const failed = (await list('?status=failed')).deliveries;
  expect(failed).toEqual(all.filter(({ status }) => status === 'failed'));
  expect(failed.length).toBeGreaterThan(0);
  expect(failed[0]).toEqual({
    message_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    subscriber_id: expect.stringMatching(/^sub_\w{22}$/),
    first_name: expect.any(String),
    ...{
      channel: 'telegram',
      status: 'failed',
      reason: 'user_blocked_bot',
      retryable: false,
      should_unsubscribe: true,
    },
    error: 'Forbidden: bot was blocked by the user',
    finished_at: expect.stringMatching(/\+00:00$/),
  });
  const nothing = { retryable: null, should_unsubscribe: null, error: null };
  expect((await list('?status=skipped')).deliveries).toHaveLength(4);
  expect((await list('?status=skipped')).deliveries[0]).toMatchObject({
    status: 'skipped',
    reason: 'inactive',
    ...nothing,
  });
  expect((await list('?status=sent&limit=1')).deliveries[0]).toMatchObject({ reason: null, ...nothing });
  expect((await project.call('GET', `/v1/broadcast/${job_id}/deliveries?status=sending`)).status).toBe(400);
});

test('retry: a new broadcast to those who did not get it, and only once', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 40);
  const people = await kit.query<{ person_id: string }>('select person_id from subscriber where project_id = $1', [
    project.projectId,
  ]);
  const failing = new Set(people.slice(0, 10).map(({ person_id }) => person_id));
  const retry = (id: string) => project.call('POST', `/v1/broadcast/${id}/retry`);
  telegram.answer(({ person }) => (failing.has(person) ? platformAway : ok));
  const { job_id } = await kit.start(project, { text: 'Hello {{ first_name }}', messages_per_minute: 60_000 });
  expect((await retry(job_id)).status).toBe(409);
  await kit.deliver();
  kit.clock.advance(1);
  await kit.deliver();
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({ sent: 30, failed: 10 });
  // One of them leaves in between.
  const [gone] = failing;
  await kit.leave(project, [gone ?? '']);

  telegram.answer(() => ok);
  telegram.calls.splice(0);
  const answers = await Promise.all(Array.from({ length: 5 }, () => retry(job_id)));
  const [accepted, ...more] = answers.filter(({ status }) => status === 202);
  expect(more).toEqual([]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  expect(accepted?.json).toEqual({ job_id: expect.any(String), status: 'pending', total: 9 });
  await kit.deliver();
  kit.clock.advance(1);
  await kit.deliver();
  const second = await expectExactAccount(kit, project, accepted?.json.job_id);
  expect(second).toMatchObject({ retry_of: job_id, sent: 9, messages_per_minute: 60_000 });
  failing.delete(gone ?? '');
  const calls = telegram.calls.filter(({ text }) => text.startsWith('Hello Name '));
  expect(calls.map(({ person }) => person).sort()).toEqual([...failing].sort());
  expect((await retry(accepted?.json.job_id)).status).toBe(409);
});

test('a retry respects that somebody no longer allows such messages', async () => {
  const project = await kit.createProject();
  await kit.query(
    `insert into permission (id, project_id, name, created_at) values (gen_random_uuid(), $1, 'promo', now())`,
    [project.projectId],
  );
  await kit.addPeople(project, 2, { permissions: ['promo'] });
  telegram.answer(() => platformAway);
  const { job_id } = await kit.start(project, { permission: 'promo' });
  await kit.deliver();
  telegram.answer(() => ok);
  await kit.query(
    `update subscriber set permissions = '{}' where id = (
    select id from subscriber where project_id = $1 limit 1)`,
    [project.projectId],
  );
  expect((await project.call('POST', `/v1/broadcast/${job_id}/retry`)).json).toMatchObject({ total: 1 });
});

test('every act is in the audit trail', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 2);
  telegram.answer(() => platformAway);
  const { job_id } = await kit.start(project);
  for (const act of ['pause', 'pause', 'resume', 'resume'])
    await project.call('POST', `/v1/broadcast/${job_id}/${act}`);
  await kit.deliver();
  telegram.answer(() => ok);
  const { json } = await project.call('POST', `/v1/broadcast/${job_id}/retry`);
  await project.call('DELETE', `/v1/broadcast/${json.job_id}`);
  const entries = await kit.query(
    'select action, actor, detail from audit_entry where project_id = $1 and action like $2 order by id',
    [...[project.projectId, 'broadcast.%']],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    ...['broadcast.created', 'broadcast.paused', 'broadcast.resumed', 'broadcast.retried', 'broadcast.cancelled'],
  ]);
  expect(entries[3]?.['detail']).toEqual({ job_id: json.job_id, retry_of: job_id, total: 2 });
  for (const { actor } of entries) expect(actor).toMatch(/^key:[0-9a-f-]{36}$/);
});
