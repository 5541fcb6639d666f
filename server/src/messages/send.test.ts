/** `POST /v1/send`: who gets what, what is refused, and what is answered. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { endSubscriptions } from '#subscribers';
import { eventually, type Project, startSendKit } from './send.fixture.ts';

const kit = await startSendKit();
/** The same system seen from a process that does not send, and from one that has one bot only. */
const waiting = await startSendKit({ database: kit.open, worker: false });
const alone = await startSendKit({ database: kit.open, messengers: [kit.telegram], worker: false, waitMs: 0 });
/** A system in which nobody sends; patient, hasty, and in a hurry to end. */
const idle = await startSendKit({ worker: false });
const hasty = await startSendKit({ database: idle.open, worker: false, waitMs: 30 });
const ending = await startSendKit({ database: idle.open, worker: false, waitMs: 60_000 });
const send = (project: Project, body: unknown, headers: Record<string, string> = {}) =>
  kit.call(project, 'POST', '/v1/send', { body, headers });

test('a message is sent, and the answer tells so', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project);
  const { status, json, headers } = await send(project, {
    subscriber_id: anna.publicId,
    text: 'Hello {{ first_name }}',
  });
  expect([status, json]).toEqual([
    200,
    {
      ...{ sent: 1, failed: 0, queued: 0, skipped: 0 },
      details: [{ message_id: expect.any(String), subscriber_id: anna.publicId, channel: 'telegram', status: 'sent' }],
    },
  ]);
  expect(kit.toldTo(anna)).toEqual(['Hello Anna']);
  expect(headers['x-ratelimit-remaining']).toBeDefined();
  expect(await kit.creditsUsed(project)).toBe(1);
});

test('both spellings of a subscriber id are understood', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project);
  for (const subscriber_id of [anna.publicId, anna.id, anna.id.toUpperCase()]) {
    expect((await send(project, { subscriber_id, text: 'x' })).json.sent, subscriber_id).toBe(1);
  }
});

test('an external id reaches all its channels, each in its own words, unless narrowed', async () => {
  const project = await kit.createProject();
  const here = await kit.subscribe(project, { externalId: 'user-1', lang: 'ru', firstName: 'Анна' });
  const there = await kit.subscribe(project, { externalId: 'user-1', channel: 'max' });
  const other = await kit.subscribe(project, { externalId: 'user-2' });
  const { json } = await send(project, { external_id: 'user-1', text: '{{lang}} {{first_name}}' });
  expect(json).toMatchObject({ sent: 2, details: [{ channel: 'telegram' }, { channel: 'max' }] });
  expect([kit.toldTo(here), kit.toldTo(there), kit.toldTo(other)]).toEqual([['ru Анна'], ['en Anna'], []]);

  const narrowed = await send(project, { external_id: 'user-1', channels: ['max', 'max'], text: 'again' });
  expect(narrowed.json).toMatchObject({ sent: 1, details: [{ subscriber_id: there.publicId }] });
  expect(kit.toldTo(here)).toHaveLength(1);
});

test('who is inactive, blocked or does not allow it is skipped, with the reason, and costs nothing', async () => {
  const project = await kit.createProject();
  await kit.definePermission(project, 'news');
  const anna = await kit.subscribe(project, { permissions: ['news'] });
  const boris = await kit.subscribe(project, { permissions: [] });
  const clara = await kit.subscribe(project, { permissions: ['news'] });
  const dora = await kit.subscribe(project, { permissions: ['news'] });
  await kit.query('update subscriber set active = false where id = $1', [clara.id]);
  await kit.query('update subscriber set active = false, blocked = true where id = $1', [dora.id]);
  const statusOf = async (id: string) => {
    const { json } = await send(project, { subscriber_id: id, text: 'x', permission: 'news' });
    const [{ status, reason, ...more }] = json.details;
    expect(more).toEqual({ message_id: expect.any(String), subscriber_id: id, channel: 'telegram' });
    return [status, reason, json.sent + json.skipped];
  };
  expect(await statusOf(anna.publicId)).toEqual(['sent', undefined, 1]);
  expect(await statusOf(boris.publicId)).toEqual(['skipped', 'no_permission', 1]);
  expect(await statusOf(clara.publicId)).toEqual(['skipped', 'inactive', 1]);
  expect(await statusOf(dora.publicId)).toEqual(['skipped', 'blocked', 1]);
  expect([kit.toldTo(boris), kit.toldTo(clara), kit.toldTo(dora)]).toEqual([[], [], []]);
  expect(await kit.creditsUsed(project)).toBe(1);
  expect(kit.eventsOf(project, 'delivery.success')).toHaveLength(1);
});

test('a channel without a bot is skipped', async () => {
  const project = await kit.createProject();
  await kit.subscribe(project, { externalId: 'both', channel: 'max' });
  await kit.subscribe(project, { externalId: 'both' });
  const { json } = await alone.call(project, 'POST', '/v1/send', { body: { external_id: 'both', text: 'x' } });
  expect(json.details).toMatchObject([
    { channel: 'telegram', status: 'queued' },
    { channel: 'max', status: 'skipped', reason: 'no_bot' },
  ]);
});

test('without a worker the answer is `queued`, and the message goes out later', async () => {
  const project = await idle.createProject();
  const anna = await idle.subscribe(project);
  const began = performance.now();
  const { status, json } = await hasty.call(project, 'POST', '/v1/send', {
    body: { subscriber_id: anna.id, text: 'x' },
  });
  expect(performance.now() - began).toBeGreaterThanOrEqual(29);
  expect([status, json.queued, json.details[0].status]).toEqual([200, 1, 'queued']);
  const { message_id } = json.details[0];
  const shown = () => idle.call(project, 'GET', `/v1/messages/${message_id}`).then(({ json }) => json.status);
  expect(await shown()).toBe('queued');
  await eventually(() => idle.messages.tick().then(shown)).toBe('sent');
});

test('when the process stops, who waits is answered at once', async () => {
  const project = await idle.createProject();
  const anna = await idle.subscribe(project);
  const answer = ending.call(project, 'POST', '/v1/send', { body: { subscriber_id: anna.id, text: 'x' } });
  await eventually(() => idle.messagesOf(project)).toHaveLength(1);
  ending.watch.stop();
  expect((await answer).json).toMatchObject({ queued: 1 });
});

test('a process that sends wakes one that waits; were it to forget, the wait ends all the same', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project);
  const body = { subscriber_id: anna.id, text: 'x' };
  expect((await waiting.call(project, 'POST', '/v1/send', { body })).json.sent).toBe(1);

  const lonely = await idle.createProject();
  const boris = await idle.subscribe(lonely);
  const answer = idle.call(lonely, 'POST', '/v1/send', { body: { subscriber_id: boris.id, text: 'x' } });
  await eventually(() => idle.messagesOf(lonely)).toHaveLength(1);
  // Past the engine, so nobody is told.
  await idle.query(`update message set state = 'sent', finished_at = now() where project_id = $1`, [lonely.id]);
  expect((await answer).json.sent).toBe(1);
});

test('whoever leaves while a message waits does not get it', async () => {
  const project = await idle.createProject();
  const anna = await idle.subscribe(project);
  const answer = idle.call(project, 'POST', '/v1/send', { body: { subscriber_id: anna.id, text: 'x' } });
  await eventually(() => idle.messagesOf(project)).toHaveLength(1);
  const who = { channel: 'telegram', personId: anna.personId, blocked: false } as const;
  await transact(idle.database, (tx) => endSubscriptions(tx, idle.ending, who));
  expect((await answer).json).toMatchObject({ skipped: 1, details: [{ status: 'skipped', reason: 'unsubscribed' }] });
});

test('whoever leaves while it is being stored does not get it either', async () => {
  const project = await idle.createProject();
  for (let round = 0; round < 20; round += 1) {
    const anna = await idle.subscribe(project);
    const who = { channel: 'telegram', personId: anna.personId, blocked: false } as const;
    await Promise.all([
      hasty.call(project, 'POST', '/v1/send', { body: { subscriber_id: anna.id, text: 'x' } }),
      transact(idle.database, (tx) => endSubscriptions(tx, idle.ending, who)),
    ]);
  }
  const states = (await idle.messagesOf(project)).map(({ state }) => state);
  expect(states).toEqual(Array.from({ length: 20 }, () => 'skipped'));
});

const IDS = ['', 'sub_', 'sub_0', 'nobody', '00000000-0000-7000-8000-000000000000', "'; drop table message; --", '💥'];

test('nobody of that name: 404', async () => {
  const [project, another] = [await kit.createProject(), await kit.createProject()];
  const theirs = await kit.subscribe(another, { externalId: 'theirs' });
  const anna = await kit.subscribe(project, { externalId: 'mine' });
  const bodies = [
    ...[...IDS, theirs.id, theirs.publicId].map((subscriber_id) => ({ subscriber_id })),
    { external_id: 'theirs' },
    { external_id: 'mine', channels: ['max'] },
    { subscriber_id: anna.id, channels: ['max'] },
  ];
  for (const body of bodies) {
    const { status, json } = await send(project, { ...body, text: 'x' });
    expect([status, json.code], JSON.stringify(body)).toEqual([404, 'subscriber_not_found']);
  }
});

test('what is wrong with the request is told by the name of the field', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project, { externalId: 'x'.repeat(128) });
  const to = { subscriber_id: anna.id };
  const cases: [unknown, string, RegExp][] = [
    [{ text: 'x' }, 'validation_failed', /subscriber_id.*external_id/],
    [{ ...to, external_id: 'a', text: 'x' }, 'mutually_exclusive_identifiers', /subscriber_id/],
    [{ external_id: '', text: 'x' }, 'invalid_external_id', /external_id/],
    [{ external_id: 'x'.repeat(129), text: 'x' }, 'invalid_external_id', /external_id/],
    [{ external_id: 'a\nb', text: 'x' }, 'invalid_external_id', /external_id/],
    [{ external_id: 5, text: 'x' }, 'validation_failed', /external_id/],
    [{ subscriber_id: null, text: 'x' }, 'validation_failed', /subscriber_id/],
    [{ subscriber_id: ['a'], text: 'x' }, 'validation_failed', /subscriber_id/],
    [{ ...to, text: 'x', channels: [] }, 'validation_failed', /channels/],
    [{ ...to, text: 'x', channels: ['sms'] }, 'validation_failed', /channels/],
    [{ ...to, text: 'x', channels: 'max' }, 'validation_failed', /channels/],
    [{ ...to, text: 'x', permission: 'unheard-of' }, 'validation_failed', /unheard-of/],
    [{ ...to, text: 'x', permission: 5 }, 'validation_failed', /permission/],
    [{ ...to }, 'validation_failed', /text/],
    [{ ...to, text: '' }, 'validation_failed', /text/],
    [{ ...to, text: 'a\0b' }, 'validation_failed', /text/],
    [{ ...to, text: 'x'.repeat(4001) }, 'validation_failed', /text/],
    [{ ...to, text: '{{who}}' }, 'validation_failed', /who/],
    [{ ...to, template: 'unheard-of' }, 'validation_failed', /template/],
    [{ ...to, text: '<b>x', format: 'html' }, 'validation_failed', /text/],
    [{ ...to, text: 'x', format: 'rtf' }, 'validation_failed', /format/],
    [{ ...to, text: 'x', media: { type: 'photo', url: 'http://127.0.0.1/x' } }, 'invalid_url', /media/],
    [{ ...to, text: 'x', buttons: [[{ text: 'a' }]] }, 'validation_failed', /buttons/],
    [[], 'validation_failed', /body/],
    ['{', 'validation_failed', /./],
  ];
  for (const [body, code, text] of cases) {
    const { status, json } = await send(project, body);
    expect([status, json.code], JSON.stringify(body)).toEqual([400, code]);
    expect(json.error, JSON.stringify(body)).toMatch(text);
  }
  expect(await kit.messagesOf(project)).toEqual([]);
  // At the limits.
  const { json } = await send(project, { external_id: 'x'.repeat(128), text: 'y'.repeat(4000) });
  expect(json.sent).toBe(1);
  expect(kit.toldTo(anna)).toEqual(['y'.repeat(4000)]);
});

test('one name more than the text can bear: it fails for that person alone, and says why', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project, { externalId: 'both', firstName: 'A'.repeat(60) });
  await kit.subscribe(project, { externalId: 'both', channel: 'max', firstName: 'B' });
  const { json } = await send(project, { external_id: 'both', text: `${'y'.repeat(3990)}{{first_name}}` });
  expect(json).toMatchObject({
    ...{ sent: 1, failed: 1 },
    details: [
      { status: 'failed', reason: 'invalid_message', retryable: false, should_unsubscribe: false, error: /4,?000/ },
      { status: 'sent' },
    ].map(({ error, ...rest }) => (error ? { ...rest, error: expect.stringMatching(error) } : rest)),
  });
  expect(kit.toldTo(anna)).toEqual([]);
  expect(await kit.creditsUsed(project)).toBe(1);
});

test('credits that ran out refuse it after the grace period, but not before what is wrong with the request', async () => {
  const project = await kit.createProject({ credits_per_month: 1 });
  const anna = await kit.subscribe(project);
  expect((await send(project, { subscriber_id: anna.id, text: 'x' })).json.sent).toBe(1);
  // The grace period.
  expect((await send(project, { subscriber_id: anna.id, text: 'x' })).json.sent).toBe(1);
  await kit.query(`update credit_account set exhausted_at = now() - interval '3 days 1 minute' where project_id = $1`, [
    project.id,
  ]);
  const refused = await send(project, { subscriber_id: anna.id, text: 'x' });
  expect([refused.status, refused.json.code]).toEqual([402, 'billing_blocked']);
  expect((await send(project, { subscriber_id: 'nobody', text: 'x' })).status).toBe(402);
  expect((await send(project, { subscriber_id: anna.id })).status).toBe(400);
  expect(kit.toldTo(anna)).toHaveLength(2);
});

test('a thousand subscribers under one external id are all reached', async () => {
  const project = await kit.createProject({ credits_per_month: 100_000 });
  await kit.query(
    `insert into subscriber (id, project_id, channel, person_id, external_id, first_name, lang, active, created_at)
     select gen_random_uuid(), $1, 'telegram', 'many-' || n, 'many', 'N', 'en', true, now() from generate_series(1, 1000) n`,
    [project.id],
  );
  const { json } = await send(project, { external_id: 'many', text: 'x' });
  expect([json.sent, json.details.length]).toEqual([1000, 1000]);
  expect(await kit.creditsUsed(project)).toBe(1000);
  expect(kit.eventsOf(project, 'delivery.success')).toHaveLength(1000);
});

test('media that cannot be had: the message fails, and says why', async () => {
  const project = await kit.createProject();
  const anna = await kit.subscribe(project);
  const media = { type: 'photo', url: 'http://93.184.216.34/cat.jpg' };
  const { json } = await send(project, { subscriber_id: anna.id, text: 'A cat', media });
  expect(json.details).toMatchObject([{ status: 'failed', reason: 'invalid_message', error: 'media: there is none' }]);
  expect(kit.toldTo(anna)).toEqual([]);
});
