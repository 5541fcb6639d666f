import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/app.ts';
import { botRoutes } from './bot-routes.ts';
import { createFileDatabase, createOwnDatabase, createTestBots, eventually } from './bots.fixture.ts';
import type { Bots } from './bots.ts';
import { createScriptedMessenger, somebody, started, typed } from './scripted-messenger.fixture.ts';
import { webhookSecret } from './webhook-secret.ts';

const database = await createFileDatabase();
const secret = webhookSecret(Buffer.alloc(32, 7), 'telegram', '7000');
/** The routes are one; each test brings the bots of its own behind them. */
let current: Bots;
const behind = new Proxy({} as Bots, {
  get: (_target, name) => {
    const value = Reflect.get(current, name);
    return typeof value === 'function' ? value.bind(current) : value;
  },
});
const app = await startTestApp({ database, extend: ({ http }) => botRoutes(http, behind) });
app.keepOutOfLogs(secret);

const push = (update: unknown, given: string | undefined = secret, path = '/bots/telegram') =>
  app.call('POST', path, {
    body: { update },
    headers: given === undefined || given === '' ? {} : { 'X-Test-Secret': given },
  });

function webhookBots(messenger = createScriptedMessenger()) {
  const made = createTestBots(database, { messenger, mode: 'webhook' });
  current = made.bots;
  return made;
}

test('the secret is stable, of the accepted characters, and another one for every bot, channel and master key', () => {
  expect(secret).toMatch(/^[A-Za-z0-9_-]{32,}$/);
  expect(webhookSecret(Buffer.alloc(32, 7), 'telegram', '7000')).toBe(secret);
  const others = [
    webhookSecret(Buffer.alloc(32, 8), 'telegram', '7000'),
    webhookSecret(Buffer.alloc(32, 7), 'max', '7000'),
    webhookSecret(Buffer.alloc(32, 7), 'telegram', '7001'),
  ];
  expect(new Set([secret, ...others]).size).toBe(4);
});

test('a call with a wrong secret or none is 401 and changes nothing; with the right one it is handled', async () => {
  const { repliesTo } = webhookBots();
  const person = somebody();
  const update = typed(person, '/help');
  for (const wrong of ['', 'wrong', `${secret}x`, secret.slice(1), 'é']) {
    const refused = await push(update, wrong);
    expect([refused.status, refused.json.code]).toEqual([401, 'unauthorized']);
  }
  // Before anything of the body is looked at.
  const broken = await app.call('POST', '/bots/telegram', {
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken.status).toBe(401);
  expect(repliesTo(person)).toEqual([]);
  expect((await push(update)).status).toBe(200);
  expect((await push(update)).status).toBe(200);
  expect(repliesTo(person)).toHaveLength(1);
});

test('while the platform does not say who the bot is, what the database knows of it serves', async () => {
  const own = await createOwnDatabase();
  const failure = { kind: 'unreachable', maybeDone: false, detail: 'away' } as const;
  const { bots, messenger, repliesTo } = createTestBots(own, { mode: 'webhook' });
  current = bots;
  messenger.failures.push({ call: 'whoAmI', failure });
  expect((await push(typed(somebody(), '/help'))).status).toBe(503);
  await sql`insert into bot (channel, mode, bot_id) values ('telegram', 'webhook', '7000')`.execute(own.database);
  const person = somebody();
  expect((await push(typed(person, '/help'))).status).toBe(200);
  expect(repliesTo(person)).toHaveLength(1);
});

test('a bot that polls, or that does not exist, has no webhook', async () => {
  current = createTestBots(database).bots;
  expect((await push(typed(somebody(), '/help'))).status).toBe(404);
  webhookBots();
  expect((await push(typed(somebody(), '/help'), secret, '/bots/max')).status).toBe(404);
});

test('a call is answered only after its update is stored', async () => {
  const { bots } = webhookBots();
  let reached = () => {};
  const inside = new Promise<void>((go) => {
    reached = go;
  });
  let open = () => {};
  const gate = new Promise<void>((go) => {
    open = go;
  });
  bots.onStart('slow', async () => {
    reached();
    await gate;
  });
  const update = started(somebody(), 'slow_x');
  let answered = false;
  const answer = push(update).finally(() => {
    answered = true;
  });
  await inside;
  expect(answered).toBe(false);
  open();
  expect((await answer).status).toBe(200);
  const { rows } = await sql`select 1 from bot_update where key = ${update.key}`.execute(database.database);
  expect(rows).toHaveLength(1);
});

test('where an update can neither be handled nor given up the platform is told to repeat it, and then it is handled once', async () => {
  const { repliesTo } = webhookBots();
  const person = somebody();
  const update = typed(person, '/help');
  await sql`alter table bot_update rename to bot_update_away`.execute(database.database);
  expect((await push(update)).status).toBe(500);
  await sql`alter table bot_update_away rename to bot_update`.execute(database.database);
  expect(repliesTo(person)).toEqual([]);
  expect((await push(update)).status).toBe(200);
  expect(repliesTo(person)).toHaveLength(1);
});

test('a poisonous update is not told again', async () => {
  const { bots } = webhookBots();
  bots.onStart('poison', async () => {
    throw new Error('never');
  });
  expect((await push(started(somebody(), 'poison_x'))).status).toBe(200);
});

test('broken characters in a text do not make the platform repeat it; a body that is not JSON is refused', async () => {
  const { repliesTo } = webhookBots();
  const person = somebody();
  expect((await push(typed(person, 'nul \0 and half \ud83d of a pair'))).status).toBe(200);
  expect(repliesTo(person)).toHaveLength(1);
  expect((await push(undefined)).status).toBe(200);
  const headers = { 'X-Test-Secret': secret };
  for (const body of ['{', '', undefined]) {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await app.call('POST', '/bots/telegram', { body, headers: { ...headers, ...type } });
    expect([answer.status, answer.json?.code]).toEqual([400, 'validation_failed']);
  }
  const big = JSON.stringify({ update: 'x'.repeat(1024 * 1024) });
  expect((await push(big)).status).toBe(413);
});

test('the routes are described', async () => {
  const { json } = await app.call('GET', '/openapi.json');
  expect(Object.keys(json.paths)).toEqual(expect.arrayContaining(['/bots/telegram', '/bots/max']));
});

test('one process sets the webhook, and sets it again when the platform reports another one or none', async () => {
  const own = await createOwnDatabase();
  const messenger = createScriptedMessenger();
  const processes = [1, 2].map(() => createTestBots(own, { messenger, mode: 'webhook' }));
  for (const { bots } of processes) bots.start();
  const url = 'https://bellhop.test/bots/telegram';
  await eventually(() => messenger.webhook).toMatchObject({ url, secret, set: 1 });
  messenger.webhook.url = null;
  await eventually(() => messenger.webhook).toMatchObject({ url, secret, set: 2 });
  messenger.webhook.url = 'https://somebody-else.test';
  messenger.failures.push({ call: 'setWebhook', failure: { kind: 'unreachable', maybeDone: false, detail: 'away' } });
  await eventually(() => messenger.webhook).toMatchObject({ url, secret, set: 3 });
  expect(messenger.polls).toEqual([]);
});

test('the health of a pushed bot is in the metrics, with the complaints of the platform', async () => {
  const own = await createOwnDatabase();
  const metrics = new Registry();
  const { bots, messenger, log } = createTestBots(own, { mode: 'webhook', metrics });
  messenger.webhook.lastError = 'Wrong response from the webhook: 500';
  bots.start();
  await bots.receive('telegram', typed(somebody(), '/help'));
  await eventually(() => metrics.metrics()).toContain('bellhop_bot_up{channel="telegram",mode="webhook"} 1');
  expect(await metrics.metrics()).toContain(
    'bellhop_bot_updates_total{channel="telegram",kind="text",outcome="handled"} 1',
  );
  await eventually(() => log.text()).toContain('Wrong response from the webhook: 500');
});
