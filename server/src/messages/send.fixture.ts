/** The program that sends for projects, and people who are subscribed to them. */
import { afterAll, expect } from 'vitest';
import { afterCommit, transact } from '#db';
import type { DomainEvent, EventName } from '#events';
import type { Channel, Lang, Messenger } from '#messengers';
import { createProject } from '#projects';
import { publicSubscriberId, type Subscriber, subscribe } from '#subscribers';
import { runningClock, type TestClock } from '#test/clock.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { somebody } from '../bots/scripted-messenger.fixture.ts';
import type { LoadMedia } from './compose/compose-project-message.ts';
import { createFakeMessenger } from './queue/fake-messenger.fixture.ts';
import { composeSending } from './send-program.fixture.ts';

const PLENTY = { requests_per_minute: 1_000_000 };

export type Project = { id: string; apiKey: string };
type SubscriberFields = {
  channel?: Channel;
  lang?: Lang;
  firstName?: string;
  personId?: string;
  externalId?: string;
  permissions?: string[];
};

export type SendKitOptions = {
  database?: TestDatabase;
  /** The running one unless given. */
  clock?: TestClock;
  /** Whether messages go out by themselves; a test ticks otherwise. */
  worker?: boolean;
  /** Whether bots listen to people. */
  listening?: boolean;
  waitMs?: number;
  /** In place of two that remember what they are told. */
  messengers?: Messenger[];
  loadMedia?: LoadMedia;
};

let made = 0;

/** At the top of a test file; stopped at its end. */
export async function startSendKit(options: SendKitOptions = {}) {
  const open = options.database ?? (await createTestDatabase());
  const { database, pool } = open;
  const clock = options.clock ?? runningClock;
  const [telegram, max] = [createFakeMessenger('telegram', clock), createFakeMessenger('max', clock)];
  const program = await composeSending({
    ...{ open, clock, messengers: options.messengers ?? [telegram, max], waitMs: options.waitMs ?? 20_000 },
    ...(options.loadMedia && { loadMedia: options.loadMedia }),
  });
  const emitted: DomainEvent[] = [];
  program.events.onEmit(async (tx, event) => afterCommit(tx, () => void emitted.push(structuredClone(event))));
  if (options.worker !== false) program.messages.start();
  if (options.listening) program.bots.start();
  afterAll(() => program.stop());

  const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows as Row[];
  return {
    ...program,
    ...{ open, database, clock, telegram, max, query },
    async createProject(limits: Record<string, number> = {}): Promise<Project> {
      made += 1;
      const wish = { name: `Shop ${made}`, slug: `shop-${made}`, limits: { ...PLENTY, ...limits } };
      const { project, apiKey } = await createProject(database, clock, wish);
      return { id: project.id, apiKey };
    },
    call: (project: Project, ...rest: Tail<Parameters<typeof program.request>>) =>
      program.request(project.apiKey, ...rest),
    /** Somebody new in the project, unless told otherwise. */
    async subscribe(project: Project, fields: SubscriberFields = {}): Promise<Subscriber & { publicId: string }> {
      const { channel = 'telegram', lang = 'en', firstName = 'Anna' } = fields;
      const person = somebody(lang, firstName);
      if (fields.personId !== undefined) person.id = fields.personId;
      const wish = { projectId: project.id, channel, person, lang };
      const subscriber = await transact(database, (tx) => subscribe(tx, program.ending, wish));
      const marks = { externalId: fields.externalId ?? null, permissions: fields.permissions ?? [] };
      await query('update subscriber set external_id = $2, permissions = $3 where id = $1', [
        ...[subscriber.id, marks.externalId, marks.permissions],
      ]);
      return { ...subscriber, ...marks, publicId: publicSubscriberId(subscriber.id) };
    },
    async definePermission(project: Project, name: string): Promise<void> {
      const values = 'gen_random_uuid(), $1, $2, now()';
      await query(`insert into permission (id, project_id, name, created_at) values (${values})`, [project.id, name]);
    },
    /** In committed transactions only. */
    eventsOf: (project: Project, name: EventName) =>
      emitted.filter((event) => event.projectId === project.id && event.name === name),
    /** What went out to them, in order. */
    toldTo: (subscriber: Subscriber) =>
      (subscriber.channel === 'telegram' ? telegram : max).calls
        .filter(({ person }) => person === subscriber.personId)
        .map(({ text }) => text),
    messagesOf: (project: Project) =>
      query<{ id: string; state: string; reason: string | null }>(
        'select * from message where project_id = $1 order by position',
        [project.id],
      ),
    async creditsUsed(project: Project): Promise<number> {
      const [row] = await query<{ used: number }>(
        `select coalesce(-sum(amount), 0)::int as used from ledger_entry where project_id = $1 and kind = 'message'`,
        [project.id],
      );
      return row?.used ?? 0;
    },
  };
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** Looks again and again, for as long as a busy machine may need. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 25_000, interval: 20 });
