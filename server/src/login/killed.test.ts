/** kill -9 between a tap and its answer: the login is wholly there or wholly not, and the next tap finishes it. */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { KilledProcessOptions } from './killed-process.fixture.ts';
import { somebodyNew, startLoginKit } from './login.fixture.ts';

const masterKey = randomBytes(32);
const kit = await startLoginKit({ masterKey });
const program = fileURLToPath(new URL('./killed-process.fixture.ts', import.meta.url));
const PEOPLE = 6;
const ROUNDS = 4;

async function prepare() {
  const project = await kit.createProject();
  const people = Array.from({ length: PEOPLE }, () => somebodyNew());
  const sessions = [];
  for (const person of people) {
    const session = await kit.begin(project);
    await kit.open(person, session.link);
    sessions.push(session);
  }
  const taps = await Promise.all(people.map((person) => kit.tapOn(person, 'Yes')));
  return { project, people, sessions, taps };
}

async function tapInProcess(taps: KilledProcessOptions['taps'], killAt: KilledProcessOptions['killAt']) {
  const options: KilledProcessOptions = {
    ...{ taps, killAt, connection: kit.database.connection },
    masterKey: masterKey.toString('base64'),
    now: kit.clock.now().toISOString(),
  };
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<string | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  const output = await text(child.stdout);
  return { statements: Number(output), signal: await ended };
}

/** Of each person: whether each trace of a login is there. They must all say the same. */
async function tracesOf(projectId: string) {
  // What a killed process has sent may still be running.
  await expect
    .poll(
      () =>
        kit.query(
          `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
        ),
      { timeout: 10_000, interval: 20 },
    )
    .toHaveLength(0);
  const people = await kit.query<Record<string, boolean>>(
    `select s.status = 'confirmed' as decided, s.code_hash is not null as code, s.code_sealed is not null as sealed,
       s.confirmed_at is not null as time,
       exists (select from subscriber p where p.id = s.subscriber_id and p.person_id = s.person_id and p.active) as subscriber,
       exists (select from message m where m.recipient = s.person_id and m.content->>'type' = 'login_confirmed') as answer,
       exists (select from bot_update u where u.kind = 'tap' and u.key = $2 || s.person_id) as update
     from login_session s where s.project_id = $1`,
    [projectId, 'first tap of '],
  );
  const [sums] = await kit.query<Record<string, number>>(
    `select (select count(*) from ledger_entry where project_id = $1 and kind = 'login' and amount = -1) as credits,
       (select coalesce(sum(logins), 0) from login_month where project_id = $1) as logins,
       (select count(*) from subscriber where project_id = $1) as subscribers`,
    [projectId],
  );
  return { people, sums };
}

function expectWhole({ people, sums }: Awaited<ReturnType<typeof tracesOf>>): number {
  expect(people).toHaveLength(PEOPLE);
  for (const traces of people) expect(new Set(Object.values(traces)).size, JSON.stringify(traces)).toBe(1);
  const logins = people.filter(({ decided }) => decided).length;
  expect(sums).toEqual({ credits: logins, logins, subscribers: logins });
  return logins;
}

test('killed at any statement of six logins at once, sent or not: nothing is half done, and nothing is done twice', {
  timeout: 60_000,
}, async () => {
  const whole = await prepare();
  const named = (taps: typeof whole.taps) => taps.map((tap) => ({ ...tap, key: `first tap of ${tap.person.id}` }));
  const { statements } = await tapInProcess(named(whole.taps), null);
  expect(statements).toBeGreaterThan(PEOPLE * 8);
  expect(expectWhole(await tracesOf(whole.project.projectId))).toBe(PEOPLE);

  const finished: number[] = [];
  const round = async (n: number) => {
    const { project, people, sessions, taps } = await prepare();
    // Spread over the whole run, at a random place each time; how many statements a run has varies a little.
    const statement = Math.ceil(((n + randomInt(1, 100) / 100) / ROUNDS) * statements * 0.9);
    const killAt = { statement, sent: n % 2 === 0 };
    const { signal } = await tapInProcess(named(taps), killAt);
    expect(signal, JSON.stringify(killAt)).toBe('SIGKILL');
    finished.push(expectWhole(await tracesOf(project.projectId)));

    // The platform tells the first tap again, the impatient tap once more.
    for (const tap of named(taps)) await kit.app.bots.receive('telegram', tap);
    for (const person of people) await kit.tap(person, 'Yes');
    expect(expectWhole(await tracesOf(project.projectId)), JSON.stringify(killAt)).toBe(PEOPLE);
    for (const session of sessions) expect(await kit.statusOf(project, session)).toMatchObject({ status: 'completed' });
  };
  for (let n = 0; n < ROUNDS; n += 2) await Promise.all([round(n), round(n + 1)]);
  // Some were killed early, some late: otherwise the test has not tested much.
  expect(Math.min(...finished)).toBeLessThan(PEOPLE);
  expect(Math.max(...finished)).toBeGreaterThan(0);
});
