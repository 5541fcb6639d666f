/** The program with receivers on loopback allowed and no worker of its own: a test says when deliveries are attempted. */
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { transact } from '#db';
import type { DomainEvent, EventName } from '#events';
import { createOutgoing, type Outgoing } from '#lib/outgoing/index.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#test/app.ts';
import { Webhooks } from './index.ts';

type Project = Awaited<ReturnType<TestApp['createProject']>>;
/** As the API shows it; a test says what it expects by asserting. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Json = any;

export const PLENTY = { requests_per_minute: 1_000_000 };
const DATA = { subscriber_id: 'sub_0', first_name: 'Анна 👋🏽', text: 'Привет, мир 🎉' };

export type WebhooksKit = {
  app: TestApp;
  createProject(): Promise<Project>;
  createEndpoint(project: Project, url: string, fields?: Record<string, unknown>): Promise<Json>;
  emit(project: Project, name?: EventName, data?: Record<string, unknown>): Promise<void>;
  emitAll(project: Project, count: number, name?: EventName): Promise<void>;
  /** The log of a project, newest first. */
  log(project: Project, query?: string): Promise<Json[]>;
  delivery(project: Project, id: string): Promise<Json>;
  tick(): Promise<void>;
};

export async function startWebhooksKit(options: TestAppOptions = {}): Promise<WebhooksKit> {
  const env = { ROLES: 'api', WEBHOOK_ALLOW_HOSTS: '127.0.0.0/8', ...options.env };
  const app = await startTestApp({ ...options, env });
  const emitAll = (events: DomainEvent[]) => transact(app.open.database, (tx) => app.events.emitAll(tx, events));
  return {
    app,
    createProject: () => app.createProject({ limits: PLENTY }),
    async createEndpoint(project, url, fields = {}) {
      const answer = await project.call('POST', '/v1/webhooks', { body: { url, ...fields } });
      if (answer.status !== 201) throw new Error(`The endpoint was not created: ${answer.text}`);
      app.keepOutOfLogs(answer.json.secret);
      return answer.json;
    },
    emit: ({ projectId }, name = 'subscription.created', data = DATA) =>
      emitAll([{ projectId, name, data, at: app.clock.now() }]),
    emitAll: ({ projectId }, count, name = 'subscription.created') =>
      emitAll(Array.from({ length: count }, (_, n) => ({ projectId, name, data: { n }, at: app.clock.now() }))),
    log: async (project, query = '') => (await project.call('GET', `/v1/webhooks/deliveries${query}`)).json.deliveries,
    delivery: async (project, id) => (await project.call('GET', `/v1/webhooks/deliveries/${id}`)).json,
    tick: () => app.webhooks.tick(),
  };
}

type Request = Outgoing['request'];

/** A further worker on the same database, whose requests go out in another way. */
export function withOutgoing(
  app: TestApp,
  change: (real: { request: Request }) => Request,
  options: { allow?: string[] } = {},
): Webhooks {
  const real = createOutgoing({ allow: ['127.0.0.0/8'], refusePorts: [], userAgent: 'test', ...options });
  afterAll(() => real.close());
  const { metrics: _, ...same } = app.webhooks.options;
  const webhooks = new Webhooks({ ...same, outgoing: { ...real, request: change(real) } });
  // Its shards would be kept from the next worker until their lease ends, which it does only by the clock.
  return Object.assign(webhooks, {
    async tick() {
      try {
        await Webhooks.prototype.tick.call(webhooks);
      } finally {
        await sql`update lane_shard set token = null where ledger = 'webhook'`.execute(app.open.database);
        await sql`delete from lane_worker where ledger = 'webhook'`.execute(app.open.database);
      }
    },
  });
}
