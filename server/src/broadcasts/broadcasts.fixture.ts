/** Any number of apps on one database with fake messengers, no pace, and people by the thousand. A test says when to send. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { afterCommit, transact } from '#db';
import type { DomainEvent, EventName } from '#events';
import type { Channel } from '#messengers';
import { startTestApp, type TestApp } from '#test/app.ts';
import { createTestClock, type TestClock } from '#test/clock.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createFakeMessenger, type FakeMessenger } from '../messages/queue/fake-messenger.fixture.ts';

export type Project = Awaited<ReturnType<TestApp['createProject']>>;
/** As the API shows it; a test says what it expects by asserting. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Json = any;
export type Bots = Record<Channel, FakeMessenger>;

type PeopleFields = { channel?: Channel; active?: boolean; blocked?: boolean; tags?: string[]; permissions?: string[] };

export const PLENTY = { requests_per_minute: 1_000_000, credits_per_month: null };

export type BroadcastsKit = {
  app: TestApp;
  apps: TestApp[];
  /** One pair for each app. */
  bots: Bots[];
  database: TestDatabase;
  clock: TestClock;
  createProject(fields?: Record<string, unknown>): Promise<Project>;
  addPeople(project: Project, count: number, fields?: PeopleFields): Promise<void>;
  start(project: Project, body?: Record<string, unknown>): Promise<Json>;
  job(project: Project, id: string): Promise<Json>;
  /** In committed transactions only. */
  eventsOf(project: Project, name: EventName): DomainEvent[];
  /** To whom any of the bots has been told to send, in order. */
  reached(): string[];
  query<Row extends Record<string, unknown> = Record<string, Json>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Whom a broadcast is for: who waits and who is accounted for. */
  everyone(jobId: string): Promise<{ subscriber_id: string }[]>;
  /** They press /stop, as far as their messages are concerned. */
  leave(project: Project, personIds: string[]): Promise<void>;
  /** Every app sends what it can, until nothing is left. */
  deliver(): Promise<void>;
};

export async function startBroadcastsKit(
  options: { apps?: number; env?: Record<string, string>; channels?: Channel[] } = {},
): Promise<BroadcastsKit> {
  const database = await createTestDatabase();
  const clock = createTestClock();
  const masterKey = randomBytes(32);
  const emitted: DomainEvent[] = [];
  const apps: TestApp[] = [];
  const bots: Bots[] = [];
  for (let n = 0; n < (options.apps ?? 1); n += 1) {
    const pair = { telegram: createFakeMessenger('telegram', clock), max: createFakeMessenger('max', clock) };
    const channels = options.channels ?? (['telegram', 'max'] as const);
    bots.push(pair);
    apps.push(
      await startTestApp({
        ...{ database, clock, masterKey },
        env: { ROLES: 'api', BOT_MESSAGES_PER_SECOND: '0', ...options.env },
        messengers: channels.map((channel) => ({ messenger: pair[channel], updates: 'polling' as const })),
        extend: ({ events }) =>
          events.onEmit(async (tx, event) => afterCommit(tx, () => void emitted.push(structuredClone(event)))),
      }),
    );
  }
  const [app] = apps;
  if (app === undefined) throw new Error('There is no app.');
  const query: BroadcastsKit['query'] = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[];

  const calls = () => bots.flatMap(({ telegram, max }) => [...telegram.calls, ...max.calls]);
  let people = 0;
  return {
    ...{ app, apps, bots, database, clock, query },
    everyone: (jobId) =>
      query(
        `select subscriber_id from broadcast_recipient where job_id = $1
         union all select subscriber_id from message where job_id = $1`,
        [jobId],
      ),
    createProject: (fields = {}) => app.createProject({ limits: PLENTY, ...fields }),
    async addPeople({ projectId }, count, fields = {}) {
      const { channel = 'telegram', active = true, blocked = false, tags = [], permissions = [] } = fields;
      await query(
        `insert into subscriber (id, project_id, channel, person_id, first_name, username, lang, tags, permissions,
           active, blocked, created_at)
         select gen_random_uuid(), $1, $2, 'person-' || n, 'Name ' || n, null, case when n % 2 = 0 then 'ru' else 'en' end,
           $3, $4, $5, $6, now() from generate_series($7::int, $8::int) n`,
        [projectId, channel, tags, permissions, active, blocked, people + 1, people + count],
      );
      people += count;
    },
    async start(project, body = {}) {
      const answer = await project.call('POST', '/v1/broadcast', {
        body: 'template' in body ? body : { text: 'News', ...body },
      });
      expect(answer.status, answer.text).toBe(202);
      return answer.json;
    },
    job: async (project, id) => (await project.call('GET', `/v1/broadcast/${id}`)).json,
    eventsOf: ({ projectId }, name) => emitted.filter((event) => event.projectId === projectId && event.name === name),
    reached: () => calls().map(({ person }) => person),
    leave: ({ projectId }, personIds) =>
      transact(database.database, async (tx) => {
        const { rows } = await sql<{ id: string; channel: Channel; person_id: string }>`
          update subscriber set active = false where project_id = ${projectId} and person_id = any(${personIds})
          returning id, channel, person_id`.execute(tx);
        const departed = rows.map((row) => ({ channel: row.channel, recipient: row.person_id, subscriberId: row.id }));
        await app.messages.withdrawFrom(tx, departed);
      }),
    async deliver() {
      for (let before = -1; before !== calls().length; ) {
        before = calls().length;
        await Promise.all(apps.map(({ messages }) => messages.tick()));
      }
    },
  };
}
