/** `GET /v1/messages`: the project's own, newest first, by any mix of filters; and how long they are kept. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { uuidv7 } from '#lib/ids.ts';
import { timestamp } from '#lib/timestamp.ts';
import { publicSubscriberId } from '#subscribers';
import { createTestClock } from '#test/clock.ts';
import { forgetOldMessages, textContent } from './index.ts';
import { type Project, startSendKit } from './send.fixture.ts';

const clock = createTestClock();
const kit = await startSendKit({ clock, worker: false, waitMs: 0 });
const fresh = createTestClock('2026-12-01T00:00:00.000Z');
const own = await startSendKit({ clock: fresh, worker: false, waitMs: 0 });
const STATES = ['queued', 'taken', 'sent', 'failed', 'skipped'] as const;
type State = (typeof STATES)[number];
type Row = { id: string; state: State; channel: 'telegram' | 'max'; subscriber: string; job: string | null; at: Date };

const content = (text: string) =>
  JSON.stringify({
    type: 'send',
    data: {
      composition: { texts: { fallback: text }, format: 'plain', vars: {} },
      person: { first_name: 'Anna', username: null, lang: 'en' },
    },
  });

/** As they would be after some time: all states, both channels, two broadcasts, five people. */
async function fill(project: Project, count: number): Promise<Row[]> {
  const people = Array.from({ length: 5 }, () => uuidv7(clock.now()));
  const jobs = [{ id: uuidv7(clock.now()), at: clock.now() }];
  const rows: Row[] = [];
  const add = (n: number, job: { id: string; at: Date } | undefined) => {
    // Of a broadcast all have ids of the time when it was made, and those that wait stand elsewhere.
    const [at, state] = [job?.at ?? clock.now(), STATES[(n * 7) % 5] ?? 'sent'];
    const channel = n % 4 ? 'telegram' : 'max';
    rows.push({ id: uuidv7(at), state, channel, subscriber: people[n % 5] ?? '', job: job?.id ?? null, at });
  };
  for (let n = 0; n < count; n += 1) {
    if (n % 3 === 0) clock.advance(1);
    if (n === count / 2) jobs.push({ id: uuidv7(clock.now()), at: clock.now() });
    add(n, undefined);
  }
  for (const job of jobs) for (let n = 0; n < count / 2; n += 1) add(n, job);
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  await kit.query(
    `insert into broadcast (id, project_id, status, composition, audience, total, created_at)
     select id, $1, 'processing', '{}', '{}', 0, at from json_to_recordset($2) as j (id uuid, at timestamptz)`,
    [project.id, JSON.stringify(jobs)],
  );
  await kit.query(
    `insert into message (id, lane, priority, channel, recipient, kind, author, project_id, subscriber_id, job_id,
       content, state, reason, error, next_attempt_at, taken_by, created_at, finished_at)
     select id, case channel when 'telegram' then 1 else 2 end, 1, channel, 'somebody', 'send', 'project', $1, subscriber,
       job, $3, case state when 'taken' then 'queued' else state end, case state when 'failed' then 'chat_not_found' when 'skipped' then 'inactive' end,
       case state when 'failed' then 'Bad Request: chat not found' end, at,
       case when state = 'taken' then gen_random_uuid() end, at, case when state in ('sent', 'failed', 'skipped') then at end
     from json_to_recordset($2) as r (id uuid, state text, channel text, subscriber uuid, job uuid, at timestamptz)`,
    [project.id, JSON.stringify(rows), content('Hello {{first_name}}')],
  );
  return rows.reverse();
}

/** All pages of a list, as ids. */
async function list(project: Project, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const search = new URLSearchParams({ ...query, ...(cursor === null ? {} : { cursor }) });
    const { status, json } = await kit.call(project, 'GET', `/v1/messages?${search}`);
    expect(status, JSON.stringify(json)).toBe(200);
    for (const { message_id } of json.messages) ids.push(message_id);
    cursor = json.next_cursor;
  } while (cursor !== null);
  return ids;
}

const project = await kit.createProject();
const other = await kit.createProject();
const rows = await fill(project, 120);
const theirs = await fill(other, 10);
const shown = (state: State) => (state === 'taken' ? 'queued' : state);

test('every mix of filters gives what a filter by hand gives, page after page', async () => {
  const [middle, job, subscriber] = [rows[60]?.at ?? new Date(), rows.find(({ job }) => job)?.job, rows[3]?.subscriber];
  const optional = <T>(values: T[]) => [undefined, ...values];
  let mixes = 0;
  for (const status of optional(['queued', 'sent', 'failed', 'skipped'])) {
    for (const channel of optional(['telegram', 'max'])) {
      for (const job_id of optional([job ?? ''])) {
        for (const subscriber_id of optional([subscriber ?? ''])) {
          for (const times of optional([{ since: middle }, { until: middle }])) {
            const expected = rows.filter(
              (row) =>
                (status === undefined || shown(row.state) === status) &&
                (channel === undefined || row.channel === channel) &&
                (job_id === undefined || row.job === job_id) &&
                (subscriber_id === undefined || row.subscriber === subscriber_id) &&
                (times === undefined || ('since' in times ? row.at >= middle : row.at < middle)),
            );
            const wish = { status, channel, job_id, subscriber_id, limit: '7' };
            const query = Object.entries({
              ...wish,
              ...Object.fromEntries(Object.entries(times ?? {}).map(([name, at]) => [name, timestamp(at)])),
            }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
            expect(await list(project, Object.fromEntries(query)), JSON.stringify(query)).toEqual(
              expected.map(({ id }) => id),
            );
            mixes += 1;
          }
        }
      }
    }
  }
  expect(mixes).toBe(180);
});

test('a message is shown with all that is known of it', async () => {
  for (const row of rows.slice(0, 15)) {
    const { status, json } = await kit.call(project, 'GET', `/v1/messages/${row.id.toUpperCase()}`);
    const [time, ended] = [timestamp(row.at), row.state !== 'queued' && row.state !== 'taken'];
    expect(status).toBe(200);
    expect(json).toEqual({
      ...{
        message_id: row.id,
        job_id: row.job,
        subscriber_id: publicSubscriberId(row.subscriber),
        channel: row.channel,
      },
      first_name: row.job === null ? 'Anna' : null,
      status: shown(row.state),
      reason: row.state === 'failed' ? 'chat_not_found' : row.state === 'skipped' ? 'inactive' : null,
      retryable: row.state === 'failed' ? false : null,
      should_unsubscribe: row.state === 'failed' ? true : null,
      error: row.state === 'failed' ? 'Bad Request: chat not found' : null,
      text: row.job === null ? 'Hello Anna' : null,
      ...{ format: row.job === null ? 'plain' : null, media: null, buttons: [] },
      ...{ created_at: time, sent_at: row.state === 'sent' ? time : null, finished_at: ended ? time : null },
    });
  }
});

test("another project's messages, and what Bellhop says itself, are not there", async () => {
  const prompt = await transact(kit.database, (tx) =>
    kit.messages.queue(tx, {
      ...{ channel: 'telegram', recipient: '1', priority: 'login', projectId: project.id },
      content: textContent({ text: 'Log in?', format: 'plain' }),
    }),
  );
  expect(await list(project, {})).toEqual(rows.map(({ id }) => id));
  const unknown = ['x', '00000000-0000-7000-8000-000000000000', theirs[0]?.id, prompt, '%20', "'"];
  for (const id of unknown) {
    const { status, json } = await kit.call(project, 'GET', `/v1/messages/${id}`);
    expect([status, json.code], id).toEqual([404, 'not_found']);
  }
  expect(await list(project, { subscriber_id: theirs[0]?.subscriber ?? '' })).toEqual([]);
  expect(await list(project, { job_id: theirs.find(({ job }) => job)?.job ?? '' })).toEqual([]);
  for (const nobody of ['sub_x', 'x', '']) expect(await list(project, { subscriber_id: nobody })).toEqual([]);
  expect(await list(project, { job_id: 'no-job' })).toEqual([]);
  const sub = publicSubscriberId(rows[0]?.subscriber ?? '');
  expect(await list(project, { subscriber_id: sub })).toEqual(
    rows.filter(({ subscriber }) => subscriber === rows[0]?.subscriber).map(({ id }) => id),
  );
});

test.each([
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=x', 'limit'],
  ['cursor=nonsense', 'cursor'],
  ['cursor=', 'cursor'],
  ['status=sending', 'status'],
  ['channel=sms', 'channel'],
  ['since=yesterday', 'since'],
  ['until=2026-11-14T09:30:00', 'until'],
])('%s is refused by its name', async (query, field) => {
  const { status, json } = await kit.call(project, 'GET', `/v1/messages?${query}`);
  expect([status, json.code]).toEqual([400, 'validation_failed']);
  expect(json.error).toContain(field);
});

test('messages are kept for 30 days, those under way for longer, whoever said them', async () => {
  const shop = await own.createProject();
  const anna = await own.subscribe(shop);
  const say = (text: string) => own.call(shop, 'POST', '/v1/send', { body: { subscriber_id: anna.id, text } });
  await say('old and sent');
  await transact(own.database, (tx) =>
    own.messages.queue(tx, {
      ...{ channel: 'telegram', recipient: '1', priority: 'single' },
      content: textContent({ text: 'of the bot', format: 'plain' }),
    }),
  );
  for (let n = 0; n < 3; n += 1) {
    fresh.advance(2);
    await own.messages.tick();
  }
  await say('old and waiting');
  const left = async () => (await own.query<{ id: string }>('select id from message')).length;
  fresh.set('2026-12-30T23:59:59.000Z');
  await say('new');
  await own.query(`update message set state = 'skipped', finished_at = now() where created_at >= '2026-12-30'`);
  expect(await left()).toBe(4);
  expect(await forgetOldMessages(own.database, fresh, 500)).toBe(0);
  fresh.set('2026-12-31T00:00:10.000Z');
  expect(await forgetOldMessages(own.database, fresh, 1)).toBe(1);
  expect(await forgetOldMessages(own.database, fresh, 500)).toBe(1);
  expect(await forgetOldMessages(own.database, fresh, 500)).toBe(0);
  expect((await own.messagesOf(shop)).map(({ state }) => state)).toEqual(['queued', 'skipped']);
});
