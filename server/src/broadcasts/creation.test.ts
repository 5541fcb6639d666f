import { expect, test } from 'vitest';
import { type Json, type Project, startBroadcastsKit } from './broadcasts.fixture.ts';
import { expectExactAccount } from './exact-account.fixture.ts';

const kit = await startBroadcastsKit();
const { query } = kit;

async function addMarks(project: Project, tags: string[], permissions: string[]): Promise<void> {
  for (const tag of tags) await query('insert into tag values ($1, $2, now())', [project.projectId, tag]);
  for (const name of permissions)
    await query('insert into permission (id, project_id, name, created_at) values (gen_random_uuid(), $1, $2, now())', [
      ...[project.projectId, name],
    ]);
}

const refusal = async (project: Project, body: unknown) => {
  const { status, json } = await project.call('POST', '/v1/broadcast', { body });
  return [status, json.code, json.error];
};

function someOf<T>(items: readonly T[], share: number): T[] {
  return items.filter(() => Math.random() < share);
}

test('the audience is that of a naive filter, for any mix of channel, tags and permission', async () => {
  const project = await kit.createProject();
  const tags = ['новости', 'b-2', 'c_3'];
  const permissions = ['promo', 'service'];
  await addMarks(project, tags, permissions);
  for (let n = 0; n < 60; n += 1) {
    const channel = Math.random() < 0.5 ? 'telegram' : 'max';
    const active = Math.random() < 0.8;
    const fields = { channel, active, tags: someOf(tags, 0.5), permissions: someOf(permissions, 0.5) } as const;
    await kit.addPeople(project, 1 + Math.floor(Math.random() * 3), fields);
  }
  const people = await query<Json>('select * from subscriber where project_id = $1', [project.projectId]);
  for (let n = 0; n < 60; n += 1) {
    const body = {
      ...(Math.random() < 0.3 && { channel: Math.random() < 0.5 ? 'telegram' : 'max' }),
      ...(Math.random() < 0.3 && { permission: permissions[n % 2] }),
      ...(Math.random() < 0.5 && { tags_all: someOf(tags, 0.4) }),
      ...(Math.random() < 0.5 && { tags_any: someOf(tags, 0.5) }),
      ...(Math.random() < 0.5 && { exclude_tags: someOf(tags, 0.3) }),
    } as Record<string, Json>;
    const wanted = people.filter(
      (person) =>
        (body['channel'] === undefined || person.channel === body['channel']) &&
        (body['permission'] === undefined || person.permissions.includes(body['permission'])) &&
        (body['tags_all'] ?? []).every((tag: string) => person.tags.includes(tag)) &&
        (!body['tags_any']?.length || body['tags_any'].some((tag: string) => person.tags.includes(tag))) &&
        !(body['exclude_tags'] ?? []).some((tag: string) => person.tags.includes(tag)),
    );
    const preview = await project.call('POST', '/v1/broadcast', { body: { text: 'x', dry_run: true, ...body } });
    const reachable = wanted.filter(({ active }) => active).length;
    expect(preview.json, JSON.stringify(body)).toMatchObject({
      would_send_to: reachable,
      estimated_credits: reachable,
    });
    if (n % 6 !== 0) continue;
    const { job_id, total } = await kit.start(project, body);
    expect(total).toBe(wanted.length);
    const rows = await kit.everyone(job_id);
    expect(rows.map(({ subscriber_id }) => subscriber_id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    await project.call('DELETE', `/v1/broadcast/${job_id}`);
  }
});

test('dry_run writes nothing, costs nothing and shows what is then sent', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 3);
  await kit.addPeople(project, 2, { active: false });
  const body = { text: '*Hello* {{ first_name }}', format: 'markdown' };
  const preview = await project.call('POST', '/v1/broadcast', { body: { ...body, dry_run: true } });
  expect(preview.status).toBe(200);
  expect(preview.json).toMatchObject({ would_send_to: 3, estimated_credits: 3 });
  expect(await query('select id from broadcast where project_id = $1', [project.projectId])).toEqual([]);
  expect(
    await query('select id from audit_entry where project_id = $1 and action like $2', [
      project.projectId,
      'broadcast%',
    ]),
  ).toEqual([]);
  const { job_id } = await kit.start(project, body);
  await kit.deliver();
  const newest = await query<{ person_id: string }>(
    'select person_id from subscriber where project_id = $1 and active order by id desc limit 1',
    [project.projectId],
  );
  const sent = kit.bots[0]?.telegram.calls.find(({ person }) => person === newest[0]?.person_id);
  expect(preview.json.rendered_sample).toBe(sent?.text);
  expect(await expectExactAccount(kit, project, job_id)).toMatchObject({ sent: preview.json.would_send_to });
});

test('dry_run without anybody to send to shows a made-up recipient', async () => {
  const project = await kit.createProject();
  const body = { text: 'Hello {{ first_name }} {{ subscriber_id }}', dry_run: true };
  const { json } = await project.call('POST', '/v1/broadcast', { body });
  expect(json).toEqual({
    would_send_to: 0,
    estimated_credits: 0,
    rendered_sample: expect.stringMatching(/^Hello Anna sub_\w{22}$/),
  });
});

test('a channel without a bot: its people are skipped', async () => {
  const half = await startBroadcastsKit({ channels: ['telegram'] });
  const project = await half.createProject();
  await half.addPeople(project, 2);
  await half.addPeople(project, 3, { channel: 'max' });
  const { job_id, total } = await half.start(project);
  expect(total).toBe(5);
  await half.deliver();
  expect(await expectExactAccount(half, project, job_id)).toMatchObject({
    sent: 2,
    skipped: 3,
    by_reason: { no_bot: 3 },
  });
});

test('what is wrong is refused by its name, and nothing is written', async () => {
  const project = await kit.createProject();
  await addMarks(project, ['known'], ['news']);
  await kit.addPeople(project, 1, { tags: ['known'] });
  const text = 'News';
  for (const [body, field] of [
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: 'x'.repeat(4_001) }, 'text'],
    [{ text, channel: 'sms' }, 'channel'],
    [{ text, tags_all: ['known', 'unknown'] }, 'tags_all'],
    [{ text, tags_any: ['unknown'] }, 'tags_any'],
    [{ text, exclude_tags: ["'; drop table tag"] }, 'exclude_tags'],
    [{ text, tags_all: 'known' }, 'tags_all'],
    [{ text, tags_all: [5] }, 'tags_all'],
    [{ text, permission: 'unknown' }, 'permission'],
    [{ text, messages_per_minute: 0 }, 'messages_per_minute'],
    [{ text, messages_per_minute: 60_001 }, 'messages_per_minute'],
    [{ text, messages_per_minute: 1.5 }, 'messages_per_minute'],
    [{ text, messages_per_minute: '5' }, 'messages_per_minute'],
    [{ text, dry_run: 'yes' }, 'dry_run'],
    [{ text, buttons: [[], [], [], []] }, 'buttons'],
  ] as const) {
    const [status, code, error] = await refusal(project, body);
    expect([status, code], JSON.stringify(body)).toEqual([400, 'validation_failed']);
    expect(error).toContain(field);
  }
  expect(await query('select id from broadcast where project_id = $1', [project.projectId])).toEqual([]);
  for (const messages_per_minute of [1, 60_000]) {
    const { job_id } = await kit.start(project, { messages_per_minute });
    expect(await kit.job(project, job_id)).toMatchObject({ messages_per_minute });
    await project.call('DELETE', `/v1/broadcast/${job_id}`);
  }
});

test('ten at once with one key are one broadcast; the key with another body is a conflict; a new day, a new one', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 20);
  const headers = { 'idempotency-key': 'broadcast-0001' };
  const send = (text: string) => project.call('POST', '/v1/broadcast', { body: { text }, headers });
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('News')));
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([202, 425])).size).toBe(0);
  const again = await send('News');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  const jobs = await query<{ id: string }>('select id from broadcast where project_id = $1', [project.projectId]);
  expect(jobs).toEqual([{ id: again.json.job_id }]);
  expect((await send('Other')).json.code).toBe('idempotency_conflict');
  await kit.deliver();
  await expectExactAccount(kit, project, again.json.job_id);
  kit.clock.advance(24 * 3600 + 1);
  expect((await send('News')).json.job_id).not.toBe(again.json.job_id);
});

test('a run that died after it had stored its broadcast is answered with that one', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 2);
  const call = () =>
    project.call('POST', '/v1/broadcast', { body: { text: 'x' }, headers: { 'idempotency-key': 'died-half-way' } });
  const first = await call();
  await query(
    `update idempotency_key set status = null, answer = null, lease_until = '2000-01-01' where key = 'died-half-way'`,
  );
  const second = await call();
  expect([second.status, second.json]).toEqual([202, first.json]);
  expect(await kit.everyone(first.json.job_id)).toHaveLength(2);
  expect(await query('select id from broadcast where project_id = $1', [project.projectId])).toHaveLength(1);
});

test('the audience is one moment of the table, whatever changes meanwhile', async () => {
  const project = await kit.createProject();
  await addMarks(project, ['even', 'odd'], []);
  await kit.addPeople(project, 200, { tags: ['even'] });
  await kit.addPeople(project, 200, { tags: ['odd'] });
  let over = false;
  const swapping = (async () => {
    // All of them change at once, over and over: a mix of two moments has another number of people.
    while (!over) {
      await query(
        `update subscriber set tags = case when 'even' = any(tags) then '{odd}'::text[] else '{even}' end where project_id = $1`,
        [project.projectId],
      );
    }
  })();
  const started = await Promise.all(Array.from({ length: 10 }, () => kit.start(project, { tags_all: ['even'] })));
  over = true;
  await swapping;
  expect(started.map(({ total }) => total)).toEqual(Array(10).fill(200));
  for (const { job_id } of started) {
    const people = await kit.everyone(job_id);
    expect(new Set(people.map(({ subscriber_id }) => subscriber_id)).size).toBe(200);
  }
});

test('ids of messages are in order of time and unique', async () => {
  const project = await kit.createProject();
  await kit.addPeople(project, 20_000);
  const { job_id } = await kit.start(project);
  const rows = await query<{ id: string }>(
    'select id from broadcast_recipient where job_id = $1 order by subscriber_id',
    [job_id],
  );
  expect(rows).toHaveLength(20_000);
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].sort());
  for (const { id } of [rows[0], rows.at(-1)] as Json[]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(kit.clock.now().getTime());
  }
  await project.call('DELETE', `/v1/broadcast/${job_id}`);
});

test('without credits and past the grace period: 402, and a dry run goes all the same', async () => {
  const project = await kit.createProject({ limits: { requests_per_minute: 1_000_000, credits_per_month: 1 } });
  await kit.addPeople(project, 3);
  const { job_id } = await kit.start(project);
  await kit.deliver();
  expect((await kit.job(project, job_id)).sent).toBe(3);
  kit.clock.advance(3 * 24 * 3600 + 1);
  expect((await refusal(project, { text: 'x' })).slice(0, 2)).toEqual([402, 'billing_blocked']);
  expect((await refusal(project, { text: '' })).slice(0, 2)).toEqual([400, 'validation_failed']);
  expect((await project.call('POST', '/v1/broadcast', { body: { text: 'x', dry_run: true } })).status).toBe(200);
});
