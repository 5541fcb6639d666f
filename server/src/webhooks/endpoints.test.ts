import { expect, test } from 'vitest';
import { EVENT_NAMES } from '#events';
import { startReceiver } from '#test/receiver.ts';
import { startWebhooksKit } from './webhooks.fixture.ts';

const kit = await startWebhooksKit();
const { app, createProject, createEndpoint } = kit;
const URL_OK = 'http://127.0.0.1:9/hook';

test('a new endpoint is active, hears of everything and shows its secret once', async () => {
  const project = await createProject();
  const { status, json } = await project.call('POST', '/v1/webhooks', { body: { url: URL_OK } });
  expect(status).toBe(201);
  app.keepOutOfLogs(json.secret);
  expect(json).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: URL_OK,
    events: [],
    description: null,
    status: 'active',
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/),
    created_at: '2026-11-14T09:30:00.000+00:00',
  });
  const { secret, ...shown } = json;
  expect((await project.call('GET', '/v1/webhooks')).json).toEqual({ webhooks: [shown] });
  expect((await project.call('GET', `/v1/webhooks/${json.id}`)).json).toEqual(shown);
});

test('secrets are sealed: no table holds one in the clear, nor does any later answer', async () => {
  const project = await createProject();
  const endpoint = await createEndpoint(project, URL_OK);
  const rotated = (await project.call('POST', `/v1/webhooks/${endpoint.id}/rotate-secret`)).json;
  app.keepOutOfLogs(rotated.secret);
  await kit.emit(project);
  const { rows: tables } = await app.open.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const dump = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify((await app.open.pool.query(`select t::text from "${name}" t`)).rows)),
  );
  for (const secret of [endpoint.secret, rotated.secret]) {
    for (const form of [secret, secret.slice('whsec_'.length), Buffer.from(secret).toString('hex')])
      expect(dump.join()).not.toContain(form);
  }
  const later = [
    await project.call('GET', '/v1/webhooks'),
    await project.call('PUT', `/v1/webhooks/${endpoint.id}`, { body: {} }),
  ];
  for (const { text } of later) expect(text).not.toContain('whsec_');
});

test('only what is sent changes; null clears the description; {} and no body change nothing', async () => {
  const project = await createProject();
  const { secret, ...before } = await createEndpoint(project, URL_OK, {
    description: 'Main',
    events: ['auth.completed'],
  });
  const put = async (body?: unknown) => {
    const answer = await project.call('PUT', `/v1/webhooks/${before.id}`, body === undefined ? {} : { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  expect(await put({})).toEqual(before);
  expect(await put()).toEqual(before);
  expect(await put({ url: 'http://127.0.0.1:10/' })).toEqual({ ...before, url: 'http://127.0.0.1:10/' });
  expect(await put({ url: before.url, description: null })).toEqual({ ...before, description: null });
  expect(await put({ events: [], status: 'disabled' })).toEqual({
    ...before,
    ...{ description: null, events: [], status: 'disabled' },
  });
  expect((await project.call('GET', '/v1/webhooks')).json.webhooks[0]).toMatchObject({
    status: 'disabled',
    events: [],
  });
});

test('events: duplicates are dropped, unknown names and other cases are refused', async () => {
  const project = await createProject();
  const endpoint = await createEndpoint(project, URL_OK, {
    events: ['auth.completed', 'ticket.created', 'auth.completed'],
  });
  expect(endpoint.events).toEqual(['auth.completed', 'ticket.created']);
  expect((await createEndpoint(project, URL_OK, { events: [...EVENT_NAMES] })).events).toHaveLength(29);
  for (const events of [['no.such'], ['Auth.Completed'], ['auth.completed', ''], 'auth.completed', [5], null]) {
    for (const [method, path] of [
      ['POST', '/v1/webhooks'],
      ['PUT', `/v1/webhooks/${endpoint.id}`],
    ] as const) {
      const answer = await project.call(method, path, { body: { url: URL_OK, events } });
      expect([answer.status, answer.json.code], JSON.stringify(events)).toEqual([400, 'validation_failed']);
    }
  }
});

test('bad fields are named', async () => {
  const project = await createProject();
  const refused = async (body: unknown) => (await project.call('POST', '/v1/webhooks', { body })).json;
  expect(await refused({})).toMatchObject({ code: 'validation_failed', error: '`url` is required.' });
  expect(await refused({ url: 5 })).toMatchObject({ code: 'validation_failed' });
  expect(await refused({ url: URL_OK, description: 'x'.repeat(501) })).toMatchObject({ code: 'validation_failed' });
  expect(await refused({ url: `http://a.example/${'x'.repeat(2040)}` })).toMatchObject({ code: 'validation_failed' });
  const { id } = await createEndpoint(project, URL_OK, { description: 'é'.repeat(500) });
  const answer = await project.call('PUT', `/v1/webhooks/${id}`, { body: { status: 'paused' } });
  expect(answer.json).toMatchObject({ code: 'validation_failed' });
});

test.each([
  ...['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://0x7f.1/', 'http://2130706433:1/'],
  ...['ftp://shop.example/', 'http://user:pass@shop.example/', 'not a url', '', 'http://[::ffff:10.0.0.1]/'],
])('an address that is no place for webhooks is refused: %s', async (url) => {
  // Loopback itself is allowed in the other tests; here nothing is.
  const project = await strict.createProject();
  const created = await project.call('POST', '/v1/webhooks', { body: { url } });
  expect([created.status, created.json.code]).toEqual([400, 'invalid_url']);
  const { id } = await strict.createEndpoint(project, 'http://does-not-resolve.invalid/');
  const changed = await project.call('PUT', `/v1/webhooks/${id}`, { body: { url } });
  expect([changed.status, changed.json.code]).toEqual([400, 'invalid_url']);
});
const strict = await startWebhooksKit({ env: { WEBHOOK_ALLOW_HOSTS: '' } });

test('of 20 concurrent creations 5 succeed; disabled ones count, removed ones do not', async () => {
  const project = await createProject();
  const create = () => project.call('POST', '/v1/webhooks', { body: { url: URL_OK } });
  const answers = await Promise.all(Array.from({ length: 20 }, create));
  for (const { json } of answers) if (json.secret) app.keepOutOfLogs(json.secret);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status, json }) => status === 409 && json.code === 'conflict')).toHaveLength(15);
  const ids = (await project.call('GET', '/v1/webhooks')).json.webhooks.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.toSorted());
  await project.call('PUT', `/v1/webhooks/${ids[0]}`, { body: { status: 'disabled' } });
  expect((await create()).status).toBe(409);
  expect((await project.call('DELETE', `/v1/webhooks/${ids[0]}`)).status).toBe(204);
  expect((await create()).status).toBe(201);
});

test('what is removed, unknown, malformed or of another project is not found, by every route', async () => {
  const [mine, other] = [await createProject(), await createProject()];
  const theirs = await createEndpoint(other, URL_OK);
  const removed = await createEndpoint(mine, URL_OK);
  expect((await mine.call('DELETE', `/v1/webhooks/${removed.id}`)).status).toBe(204);
  await kit.emit(other);
  const [delivery] = await kit.log(other);
  for (const id of [removed.id, theirs.id, '018f0000-0000-7000-8000-000000000000', 'x', "'"]) {
    for (const [method, path, body] of [
      ['GET', `/v1/webhooks/${id}`],
      ['PUT', `/v1/webhooks/${id}`, {}],
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['POST', `/v1/webhooks/${id}/recover`, { since: '2026-11-14T00:00:00Z' }],
      ['POST', `/v1/webhooks/${id}/test`, { event: 'auth.completed' }],
    ] as const) {
      const answer = await mine.call(method, path, body === undefined ? {} : { body });
      expect([answer.status, answer.json.code], `${method} ${path}`).toEqual([404, 'not_found']);
    }
  }
  for (const id of [delivery.delivery_id, 'x']) {
    for (const [method, path] of [
      ['GET', `/v1/webhooks/deliveries/${id}`],
      ['POST', `/v1/webhooks/deliveries/${id}/redeliver`],
    ] as const)
      expect((await mine.call(method, path)).status, `${method} ${path}`).toBe(404);
  }
  expect((await mine.call('GET', `/v1/webhooks/deliveries?endpoint_id=${theirs.id}`)).status).toBe(404);
  expect((await other.call('GET', `/v1/webhooks/${theirs.id}`)).status).toBe(200);
});

test('a change of the URL takes effect with the next delivery', async () => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  const project = await createProject();
  const { id } = await createEndpoint(project, first.url);
  await kit.emit(project);
  await kit.tick();
  await project.call('PUT', `/v1/webhooks/${id}`, { body: { url: second.url } });
  await kit.emit(project);
  await kit.tick();
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});

test('after 20 secrets in a day a rotation is refused; a day later it works again', async () => {
  const project = await createProject();
  const { id } = await createEndpoint(project, URL_OK);
  const rotate = async () => {
    const answer = await project.call('POST', `/v1/webhooks/${id}/rotate-secret`);
    if (answer.json.secret) app.keepOutOfLogs(answer.json.secret);
    return answer.status;
  };
  for (let n = 0; n < 19; n += 1) expect(await rotate()).toBe(200);
  expect(await rotate()).toBe(409);
  app.clock.advance(24 * 3600);
  expect(await rotate()).toBe(200);
});
