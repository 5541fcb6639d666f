/** Any number of apps on one database, two bots in memory, and people who open links and tap. Time stands still. */
import { randomBytes } from 'node:crypto';
import { afterCommit } from '#db';
import type { DomainEvent, EventName } from '#events';
import type { Button, Channel, Incoming, OutgoingMessage, Person } from '#messengers';
import { startTestApp, type TestApp } from '#test/app.ts';
import { createTestClock, type TestClock } from '#test/clock.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createScriptedMessenger, somebody, started, tapped } from '../bots/scripted-messenger.fixture.ts';

type Project = Awaited<ReturnType<TestApp['createProject']>>;
type Where = { channel?: Channel; app?: TestApp };
type Shown = { personId: string; messageId: string; message: OutgoingMessage };
/** What the bot has queued for somebody; content made only when it is sent has its type for a text. */
export type Said = { id: string; edits: string | null; text: string; buttons: Button[][] };
type Begun = { id: string; status: string; link: string; token: string; number: number };

export type LoginKit = {
  app: TestApp;
  apps: TestApp[];
  database: TestDatabase;
  clock: TestClock;
  messengers: Record<Channel, ReturnType<typeof recordingMessenger>>;
  /** In committed transactions only. */
  eventsOf(project: Project, name: EventName): DomainEvent[];
  /** With limits that do not matter, unless given. */
  createProject(fields?: Record<string, unknown>): Promise<Project>;
  begin(project: Project, body?: Record<string, unknown>, app?: TestApp): Promise<Begun>;
  open(person: Person, link: string, where?: Where): Promise<void>;
  said(person: Person, channel?: Channel): Promise<Said[]>;
  lastSaid(person: Person, channel?: Channel): Promise<string>;
  /** The update of a tap on a button of the newest question. */
  tapOn(person: Person, button: string, channel?: Channel): Promise<Incoming & { kind: 'tap' }>;
  /** Taps it; answers the notice. */
  tap(person: Person, button: string, where?: Where): Promise<string | undefined>;
  statusOf(project: Project, session: Begun): Promise<Record<string, unknown>>;
  /** A whole login up to the code. */
  logIn(project: Project, person?: Person, where?: Where): Promise<{ session: Begun; code: string }>;
  query<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Sends all that is queued, at the bots' pace: the clock moves by a second a message of a chat. */
  deliver(): Promise<void>;
};

export const PLENTY = { requests_per_minute: 1_000_000, auth_sessions_per_hour: 1_000_000 };
export const somebodyNew = somebody;

export async function startLoginKit(options: { apps?: number; masterKey?: Buffer } = {}): Promise<LoginKit> {
  const database = await createTestDatabase();
  const clock = createTestClock();
  const masterKey = options.masterKey ?? randomBytes(32);
  const messengers = { telegram: recordingMessenger('telegram'), max: recordingMessenger('max') };
  const emitted: DomainEvent[] = [];
  const apps: TestApp[] = [];
  for (let n = 0; n < (options.apps ?? 1); n += 1) {
    apps.push(
      await startTestApp({
        ...{ database, clock, masterKey },
        // No worker: what is queued is looked at, or sent by `deliver`.
        env: { ROLES: 'api' },
        messengers: Object.values(messengers).map((messenger) => ({ messenger, updates: 'polling' })),
        extend: ({ events }) =>
          events.onEmit(async (tx, event) => afterCommit(tx, () => void emitted.push(structuredClone(event)))),
      }),
    );
  }
  const [app] = apps;
  if (app === undefined) throw new Error('There is no app.');

  const query: LoginKit['query'] = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[];

  const said: LoginKit['said'] = async (person, channel = 'telegram') => {
    const rows = await query<{ id: string; edits: string | null; type: string; data: OutgoingMessage }>(
      `select id, coalesce(edits::text, edits_platform_message_id) as edits, content->>'type' as type,
         content->'data' as data
       from message where recipient = $1 and channel = $2 order by position`,
      [person.id, channel],
    );
    return rows.map(({ id, edits, type, data }) => ({
      ...{ id, edits },
      text: type === 'text' ? data.text : type,
      buttons: data.buttons ?? [],
    }));
  };

  const kit: LoginKit = {
    ...{ app, apps, database, clock, messengers, said, query },
    eventsOf: (project, name) =>
      emitted.filter((event) => event.projectId === project.projectId && event.name === name),
    createProject: (fields = {}) =>
      app.createProject({ callback_url: 'https://shop.example/in', limits: PLENTY, ...fields }),
    async begin(project, body = {}, on = app) {
      const answer = await on.call('POST', '/v1/auth/session', { key: project.apiKey, body });
      if (answer.status !== 201) throw new Error(`The session did not begin: ${answer.text}`);
      const { session_id: id, telegram_link: link, number } = answer.json;
      const token = String(payloadOf(link)).slice('auths_'.length);
      for (const secret of [id, token]) app.keepOutOfLogs(secret);
      return { id, link, token, number, status: `/v1/auth/session/${id}/status` };
    },
    async open(person, link, { channel = 'telegram', app: on = app } = {}) {
      await on.bots.receive(channel, started(person, payloadOf(link) ?? link));
    },
    lastSaid: async (person, channel) => (await said(person, channel)).at(-1)?.text ?? '',
    async tapOn(person, button, channel = 'telegram') {
      const question = (await said(person, channel)).findLast(({ buttons }) => buttons.length > 0);
      const found = question?.buttons.flat().find(({ text }) => text === button);
      if (found === undefined || !('tap' in found)) throw new Error(`There is no button ${button}.`);
      return tapped(person, found.tap);
    },
    async tap(person, button, { channel = 'telegram', app: on = app } = {}) {
      return (await on.bots.receive(channel, await kit.tapOn(person, button, channel))).notice;
    },
    statusOf: async (project, session) => (await project.call('GET', session.status)).json,
    async logIn(project, person = somebody(), where = {}) {
      const session = await kit.begin(project);
      await kit.open(person, session.link, where);
      await kit.tap(person, person.lang === 'ru' ? 'Да' : 'Yes', where);
      const code = String((await kit.statusOf(project, session))['code']);
      app.keepOutOfLogs(code);
      return { session, code };
    },
    async deliver() {
      const waiting = `select from message where finished_at is null`;
      for (;;) {
        await app.messages.tick();
        if ((await query(waiting)).length === 0) return;
        clock.advance(1);
      }
    },
  };
  return kit;
}

/** Runs them all at once; answers what became of each. */
export function atOnce<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => act(n)));
}

function payloadOf(link: string): string | null {
  return URL.parse(link)?.searchParams.get('start') ?? null;
}

function recordingMessenger(channel: Channel) {
  const sent: Shown[] = [];
  const edited: Shown[] = [];
  return Object.assign(createScriptedMessenger(channel), {
    sent,
    edited,
    async send(personId: string, message: OutgoingMessage) {
      const messageId = `${channel}-${sent.length + 1}`;
      sent.push({ personId, messageId, message });
      return { ok: true as const, value: { messageId } };
    },
    async edit(personId: string, messageId: string, message: OutgoingMessage) {
      edited.push({ personId, messageId, message });
      return { ok: true as const, value: undefined };
    },
  });
}
