/** The guard itself, past the bot, whose lock on the person would hide it. */
import { expect, onTestFinished, test } from 'vitest';
import { Notifications, transact } from '#db';
import { Events } from '#events';
import { createSeal } from '#lib/seal.ts';
import { findProject } from '#projects';
import { confirmLogin } from './confirm-login.ts';
import { atOnce, somebodyNew, startLoginKit } from './login.fixture.ts';
import { decideSession } from './session-store.ts';

const kit = await startLoginKit();
const { database, pool } = kit.database;
const made = await kit.createProject();
const project = await findProject(database, made.projectId);
if (project === undefined) throw new Error('The project is not there.');

async function opened() {
  const person = somebodyNew();
  const session = await kit.begin(made);
  await kit.open(person, session.link);
  const [row] = await kit.query<{ id: string }>('select id from login_session where person_id = $1', [person.id]);
  return { person, id: row?.id ?? '' };
}

function options() {
  const emitted: string[] = [];
  const events = new Events();
  events.onEmit(async (_tx, { name }) => void emitted.push(name));
  const notifications = new Notifications(pool, () => {});
  onTestFinished(() => notifications.close());
  const { clock, app } = kit;
  const rest = { masterKey: Buffer.alloc(32), baseUrl: '', botLinks: async () => ({ telegram: null, max: null }) };
  const login = { database, notifications, clock, events, messages: app.messages, ...rest };
  return { emitted, login: { ...login, seal: createSeal(Buffer.alloc(32), 'login codes') } };
}

test('50 transactions confirm one session at once: one does, with all that follows from it', async () => {
  const { person, id } = await opened();
  const { emitted, login } = options();
  const from = { channel: 'telegram', person, lang: 'en' } as const;
  const outcomes = await atOnce(50, () =>
    transact(database, (tx) => confirmLogin(tx, login, project, id, from)).then(({ outcome }) => outcome),
  );
  expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'too_late')).toHaveLength(49);
  expect(emitted).toEqual(['subscription.created', 'auth.completed']);
  const charged = await kit.query(`select from ledger_entry where project_id = $1 and kind = 'login'`, [
    made.projectId,
  ]);
  expect(charged).toHaveLength(1);
});

test('confirmed and declined at once by 40 transactions: one decision, and it stands', async () => {
  const { person, id } = await opened();
  const { login } = options();
  const from = { channel: 'telegram', person, lang: 'en' } as const;
  const decline = { status: 'declined', channel: 'telegram', personId: person.id, now: kit.clock.now() } as const;
  const decided = await atOnce(40, (n) =>
    transact(database, async (tx) =>
      n % 2 === 0
        ? (await confirmLogin(tx, login, project, id, from)).outcome === 'confirmed' && 'completed'
        : (await decideSession(tx, id, decline)) !== undefined && 'declined',
    ),
  );
  const [status, ...more] = decided.filter((one) => one !== false);
  expect(more).toEqual([]);
  const [row] = await kit.query<{ status: string }>('select status from login_session where id = $1', [id]);
  expect(row?.status).toBe(status === 'completed' ? 'confirmed' : 'declined');
});

test('nobody but the person who opened it, on their messenger, in time', async () => {
  const { person, id } = await opened();
  const { login } = options();
  const confirm = (by: Parameters<typeof confirmLogin>[4]) =>
    transact(database, (tx) => confirmLogin(tx, login, project, id, by)).then(({ outcome }) => outcome);
  expect(await confirm({ channel: 'telegram', person: somebodyNew(), lang: 'en' })).toBe('too_late');
  expect(await confirm({ channel: 'max', person, lang: 'en' })).toBe('too_late');
  kit.clock.advance(600);
  expect(await confirm({ channel: 'telegram', person, lang: 'en' })).toBe('too_late');
});
