import { expect, test } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint, emit, tick } = kit;

type Row = { delivery_id: string; endpoint_id: string; event: string; status: string };

/** All pages of a list, by its cursors. */
async function pages(project: Awaited<ReturnType<typeof createProject>>, path: string): Promise<Row[][]> {
  const all: Row[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const separator = path.includes('?') ? '&' : '?';
    const answer = await project.call('GET', cursor === '' ? path : `${path}${separator}cursor=${cursor}`);
    expect(answer.status, answer.text).toBe(200);
    all.push(answer.json.deliveries);
    cursor = answer.json.next_cursor;
  }
  return all;
}

/** Two endpoints, one of which fails; four events of two names, a minute apart. */
async function filled() {
  const [good, bad] = [await startReceiver(), await startReceiver()];
  bad.answer(400);
  const project = await createProject();
  const healthy = await createEndpoint(project, good.url);
  const broken = await createEndpoint(project, bad.url);
  const from = app.clock.now();
  for (const name of ['auth.completed', 'subscription.created', 'auth.completed', 'subscription.created'] as const) {
    await emit(project, name);
    await tick();
    app.clock.advance(60);
  }
  await emit(project, 'auth.completed');
  return { project, healthy, broken, minute: (n: number) => new Date(from.getTime() + n * 60_000).toISOString() };
}

test('the log shows the newest first, page by page, each delivery once', async () => {
  const { project } = await filled();
  const [all] = await pages(project, '/v1/webhooks/deliveries');
  const ids = all?.map(({ delivery_id }) => delivery_id) ?? [];
  expect(ids).toHaveLength(10);
  expect(ids).toEqual(ids.toSorted().reverse());
  for (const limit of [1, 3, 5, 10]) {
    const found = await pages(project, `/v1/webhooks/deliveries?limit=${limit}`);
    expect(found.flat().map(({ delivery_id }) => delivery_id)).toEqual(ids);
    expect(found).toHaveLength(Math.ceil(10 / limit));
  }
  expect(all?.[0]).toEqual({
    delivery_id: ids[0],
    endpoint_id: expect.any(String),
    event: 'auth.completed',
    status: 'pending',
    attempt_count: 0,
    last_status_code: null,
    last_error: null,
    created_at: expect.stringMatching(/^2026-.*\.000\+00:00$/),
    next_attempt_at: expect.stringMatching(/^2026-.*\.000\+00:00$/),
    finished_at: null,
  });
});

test('every filter narrows the log, alone and with others', async () => {
  const { project, healthy, broken, minute } = await filled();
  const found = async (query: string, path = '/v1/webhooks/deliveries') =>
    (await pages(project, `${path}?limit=2&${query}`)).flat();
  const [all, ...rest] = await pages(project, '/v1/webhooks/deliveries');
  expect(rest).toEqual([]);
  const expected = (is: (row: Row, nth: number) => boolean) => all?.filter(is);
  expect(await found('status=failed')).toEqual(expected(({ status }) => status === 'failed'));
  expect(await found('status=failed')).toHaveLength(4);
  expect(await found('status=pending')).toHaveLength(2);
  expect(await found('status=skipped')).toHaveLength(0);
  expect(await found('event=auth.completed')).toEqual(expected(({ event }) => event === 'auth.completed'));
  expect(await found(`endpoint_id=${broken.id}`)).toEqual(expected(({ endpoint_id }) => endpoint_id === broken.id));
  expect(await found('', `/v1/webhooks/${healthy.id}/deliveries`)).toEqual(
    expected(({ endpoint_id }) => endpoint_id === healthy.id),
  );
  expect(await found(`status=failed&event=auth.completed&endpoint_id=${broken.id}`)).toHaveLength(2);
  expect(await found(`status=failed&endpoint_id=${healthy.id}`)).toHaveLength(0);
  expect(await found(`since=${minute(1)}&until=${minute(3)}`)).toHaveLength(4);
  expect(await found(`since=${minute(4)}`)).toHaveLength(2);
  expect(await found(`until=${minute(0)}`)).toHaveLength(0);
  // An offset whose + was not escaped, which in an address is a space.
  expect(await found(`since=${minute(4).replace('Z', '+00:00')}`)).toHaveLength(2);
  expect(await found(`since=${minute(1)}&status=delivered&event=subscription.created`)).toHaveLength(2);
});

test.each([
  ...['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=eA', 'status=sent', 'event=no.such', 'since=yesterday'],
  ...['until=5', 'since=2026-13-01T00:00:00Z'],
])('%s is refused', async (query) => {
  const project = await createProject();
  const { id } = await createEndpoint(project, 'http://127.0.0.1:9/');
  for (const path of ['/v1/webhooks/deliveries', `/v1/webhooks/${id}/deliveries`]) {
    const answer = await project.call('GET', `${path}?${query}`);
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed']);
  }
});

test('the first page comes from an index, with any filter, however long the log is', async () => {
  const project = await createProject();
  const endpoints = [];
  for (let n = 0; n < 5; n += 1) endpoints.push(await createEndpoint(project, 'http://127.0.0.1:9/'));
  const { pool } = app.open;
  // A long log in which almost all is delivered; the rare ones are the oldest.
  await pool.query(
    `insert into webhook_delivery (id, lane, event_id, event, state, next_attempt_at, created_at, finished_at)
     select ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(e.lane), 12, '0'))::uuid, e.lane,
       gen_random_uuid(), case when n < 100 then 'form.submitted' else 'delivery.success' end,
       case when n < 50 then 'failed' else 'delivered' end, now(), now(), now()
     from generate_series(1, 40000) n cross join webhook_endpoint e where e.project_id = $1`,
    [project.projectId],
  );
  await pool.query('analyze webhook_delivery');
  for (const query of [
    '',
    '?status=failed',
    '?event=form.submitted',
    '?status=failed&event=form.submitted',
    '?status=pending',
    `?endpoint_id=${endpoints[0]?.id}&event=form.submitted`,
    '?status=delivered&until=2024-06-09T18:00:00Z',
  ]) {
    const before = await rowsRead();
    await project.call('GET', `/v1/webhooks/deliveries${query}`);
    const after = await rowsRead();
    expect(after.byScan - before.byScan, query).toBe(0);
    // Five endpoints, four states and the two events that happened, a page of each at the most.
    expect(after.byIndex - before.byIndex, query).toBeLessThanOrEqual(5 * 4 * 2 * 51);
  }

  async function rowsRead(): Promise<{ byScan: number; byIndex: number }> {
    // Each connection reports what it did when it falls idle, at most once a second unless forced to.
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
    for (const client of clients) client.release();
    const { rows } = await pool.query(
      `select seq_tup_read as "byScan", (select sum(idx_tup_fetch) from pg_stat_user_tables
         where relname = 'webhook_delivery') as "byIndex"
       from pg_stat_user_tables where relname = 'webhook_delivery'`,
    );
    return { byScan: Number(rows[0].byScan), byIndex: Number(rows[0].byIndex) };
  }
});
