/** A project in which something of everything has happened, so that every page has something to show. */
import { expect } from 'vitest';
import type { TestApp } from '#test/app.ts';
import type { Receiver } from '#test/receiver.ts';
import type { TestSandbox } from '#test/sandbox.ts';
import type { Dashboard } from './dashboard.fixture.ts';

type Project = Awaited<ReturnType<TestApp['createProject']>>;

export type BusyProject = {
  slug: string;
  projectId: string;
  /** By the names of the dashboard's routes. */
  ids: Record<
    'endpointId' | 'deliveryId' | 'subscriberId' | 'messageId' | 'jobId' | 'templateKey' | 'projectId',
    string
  >;
};

const PEOPLE = ['Anna', 'Борис', 'Clara', 'Дарья', 'Emil', 'Фёдор', 'Grace', 'Ирина'];

export async function fillProject({ app, phone }: Dashboard, receiver: Receiver): Promise<BusyProject> {
  const project = await app.createProject({
    ...{ slug: 'corner-shop', name: 'Corner Shop', plan: 'basic' },
    callback_url: 'https://shop.example/login/callback',
  });
  const post = async (path: string, body: unknown) => {
    const answer = await project.call('POST', `/v1${path}`, { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  };
  const get = async (path: string) => (await project.call('GET', `/v1${path}`)).json;

  await post('/permissions', { name: 'news', title: { en: 'News and offers', ru: 'Новости и скидки' } });
  await post('/permissions', { name: 'orders', title: { en: 'About your orders', ru: 'О заказах' } });
  for (const name of ['vip', 'wholesale', 'постоянные']) await post('/tags', { name });
  const templateKey = 'order.shipped';
  await post('/templates', {
    key: templateKey,
    format: 'markdown',
    texts: { en: 'Your order **{{ order }}** is on its way.', ru: 'Заказ **{{ order }}** уже в пути.' },
  });
  const endpoint = await post('/webhooks', { url: `${receiver.url}/hooks`, description: 'Orders, production' });
  app.keepOutOfLogs(endpoint.secret);

  await subscribe(phone, await get('/subscribe-link?permission=news&tag=vip'));
  await expect.poll(async () => (await get('/subscribers?limit=20')).subscribers.length).toBe(PEOPLE.length);
  const [{ subscriber_id: subscriberId }] = (await get('/subscribers')).subscribers;
  await project.call('PATCH', `/v1/subscribers/${subscriberId}`, { body: { external_id: 'customer-1027' } });
  await logIn(phone, (await post('/auth/session', { state: 'cart-7' })).telegram_link);

  await post('/send', { subscriber_id: subscriberId, template: templateKey, vars: { order: 'B-1027' } });
  await insertStrangers(app, project);
  const { job_id: jobId } = await post('/broadcast', { text: 'New in the shop: autumn teas.', permission: 'news' });
  await expect
    .poll(async () => (await get(`/broadcast/${jobId}`)).status, { timeout: 20_000, interval: 200 })
    .toBe('completed');
  await insertHistory(app, project, endpoint.id);
  receiver.answer((_request, response) => void response.writeHead(404).end('{"error":"No such order"}'));
  const { delivery_id: deliveryId } = await post(`/webhooks/${endpoint.id}/test`, { event: 'button.clicked' });
  const outcome = async () => (await get(`/webhooks/deliveries/${deliveryId}`)).status;
  await expect.poll(outcome, { timeout: 10_000 }).toBe('failed');
  receiver.answer(200);
  const [{ message_id: messageId }] = (await get(`/messages?subscriber_id=${subscriberId}`)).messages;
  const { slug, projectId } = project;
  const ids = { endpointId: endpoint.id, deliveryId, subscriberId, messageId, jobId, templateKey, projectId };
  return { slug, projectId, ids };
}

async function subscribe(phone: TestSandbox, links: Record<'telegram_link' | 'max_link', string>): Promise<void> {
  for (const [at, first_name] of PEOPLE.entries()) {
    const lang = /[а-яё]/i.test(first_name) ? 'ru' : 'en';
    const person = await phone.person({ first_name, lang, username: `person${at + 1}` });
    await phone.open(person, at % 3 === 2 ? links.max_link : links.telegram_link);
  }
}

async function logIn(phone: TestSandbox, link: string): Promise<void> {
  const person = await phone.person({ first_name: 'Ivan', username: 'ivan' });
  await phone.open(person, link);
  const prompt = await phone.said(person, 'telegram', /Log in to Corner Shop/);
  await phone.tap(person, 'telegram', prompt.message_id, 'Yes');
}

/** Whom the messenger does not know: sending to them fails. */
async function insertStrangers(app: TestApp, { projectId }: Project): Promise<void> {
  await app.open.pool.query(
    `insert into subscriber (id, project_id, channel, person_id, first_name, lang, tags, permissions, active, created_at)
     select gen_random_uuid(), $1, 'telegram', (900000 + n)::text, 'Somebody', 'en', '{}', '{news}', true, now()
     from generate_series(1, 3) n`,
    [projectId],
  );
}

/** A month of deliveries, logins and messages. */
async function insertHistory(app: TestApp, { projectId }: Project, endpointId: string): Promise<void> {
  await app.open.pool.query(
    `with old as materialized (
       select n, uuidv7(shift) as id, now() + shift as at, n % 23 = 5 as failed,
         (array['auth.completed', 'delivery.success', 'subscription.created'])[1 + n % 3] as event
       from generate_series(1, 400) n, lateral (select make_interval(mins => -3 - (n * n) / 4) as shift) s
     ), event as (
       insert into webhook_event (id, name, body, created_at)
       select id, event, json_build_object('event', event, 'data', json_build_object('n', n)), at from old
     )
     insert into webhook_delivery (id, lane, event_id, event, state, attempts, first_attempt_at, next_attempt_at,
       last_status_code, last_error, created_at, finished_at)
     select old.id, lane, old.id, event, case when failed then 'failed' else 'delivered' end, 1, at, at,
       case when failed then 404 else 200 end, case when failed then 'http_error' end, at, at
     from old, webhook_endpoint e where e.id = $1`,
    [endpointId],
  );
  await app.open.pool.query(
    `with used as (insert into ledger_entry (id, project_id, kind, amount, created_at)
     select gen_random_uuid(), $1, kind, -(8 + (n * 7) % 31 + case kind when 'message' then (n * 13) % 40 else 0 end),
       date_trunc('month', now()) + make_interval(days => n) + interval '1 hour'
     from generate_series(0, 30) n, unnest(array['login', 'message']) as kind
     where date_trunc('month', now()) + make_interval(days => n) + interval '1 hour' < now()
     returning kind, amount)
     update login_month set logins = logins - (select sum(amount) from used where kind = 'login')
     where project_id = $1`,
    [projectId],
  );
}
