/** `wait`: the answer comes when there is one, whatever happens to notifications, processes and clients. */
import { expect, test } from 'vitest';
import { type NotificationHandler, Notifications, openDatabase } from '#db';
import { atOnce, somebodyNew, startLoginKit } from './login.fixture.ts';
import { SessionWatch } from './session-watch.ts';

const kit = await startLoginKit({ apps: 2 });
const [here, there] = kit.apps;
if (here === undefined || there === undefined) throw new Error('Two apps are needed.');
const project = await kit.createProject();
type Session = Awaited<ReturnType<typeof kit.begin>>;

async function openedSession() {
  const person = somebodyNew();
  const session = await kit.begin(project);
  await kit.open(person, session.link);
  return { person, session };
}

/** Waits on the first app. `after` tells the milliseconds from a point in time to the answer. */
function wait(session: Session, seconds = 20) {
  const answered = project.call('GET', `${session.status}?wait=${seconds}`).then((answer) => ({
    ...answer,
    at: performance.now(),
  }));
  return { answered, after: async (from: number) => (await answered).at - from };
}

/** Some whole requests later: those that came before have begun to wait. Were they late, they would pass as well. */
async function settled(): Promise<void> {
  for (let n = 0; n < 8; n += 1) await project.call('GET', '/v1/auth/session/ses_nobody/status');
}

test('a decision in another process is answered at once, Yes and No alike', async () => {
  const times: number[] = [];
  for (const [button, status] of [
    ['Yes', 'completed'],
    ['No', 'declined'],
    ['Yes', 'completed'],
  ] as const) {
    const { person, session } = await openedSession();
    const waiting = wait(session);
    await settled();
    await kit.tap(person, button, { app: there });
    times.push(await waiting.after(performance.now()));
    expect((await waiting.answered).json).toMatchObject({ status });
  }
  // The look of every second could be as quick by chance, but not each time.
  expect(times.sort((a, b) => a - b)[1]).toBeLessThan(500);
});

test('a decision that nobody was told of is found within about a second', async () => {
  const { session } = await openedSession();
  const waiting = wait(session);
  await settled();
  await kit.query(`update login_session set status = 'declined' where status = 'pending'`);
  expect(await waiting.after(performance.now())).toBeLessThan(2_500);
  expect((await waiting.answered).json).toMatchObject({ status: 'declined' });
});

test('the connection that listens is cut just before the decision: the answer comes all the same', async () => {
  const { person, session } = await openedSession();
  const waiting = wait(session);
  await settled();
  const tap = await kit.tapOn(person, 'Yes');
  const cut = await kit.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  );
  expect(cut.length).toBeGreaterThan(0);
  await there.bots.receive('telegram', tap);
  expect(await waiting.after(performance.now())).toBeLessThan(2_500);
  expect((await waiting.answered).json).toMatchObject({ status: 'completed' });
});

test('200 wait for one session: all get the code, and hold up nobody meanwhile', async () => {
  const { person, session } = await openedSession();
  const waiting = Array.from({ length: 200 }, () => wait(session));
  await settled();
  const began = performance.now();
  expect((await kit.statusOf(project, await kit.begin(project)))['status']).toBe('pending');
  expect(performance.now() - began).toBeLessThan(2_000);
  await kit.tap(person, 'Yes', { app: there });
  const answers = await Promise.all(waiting.map(({ answered }) => answered));
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.status}`))).toEqual(new Set(['200 completed']));
  const codes = new Set(answers.map(({ json }) => json.code));
  expect(codes.size).toBe(1);
  for (const code of codes) kit.app.keepOutOfLogs(code);
});

test('a session that is decided, or used up, or whose time is over, is answered without waiting', async () => {
  const { session, code } = await kit.logIn(project);
  const began = performance.now();
  expect((await wait(session).answered).json.status).toBe('completed');
  await project.call('POST', '/v1/auth/verify', { body: { code } });
  expect((await wait(session).answered).json.status).toBe('verified');
  const old = await kit.begin(project);
  kit.clock.advance(600);
  expect((await wait(old).answered).json.status).toBe('expired');
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a session whose time runs out while somebody waits is answered then', async () => {
  const session = await kit.begin(project);
  kit.clock.advance(599.7);
  const waiting = wait(session);
  await settled();
  const began = performance.now();
  kit.clock.advance(0.3);
  expect(await waiting.after(began)).toBeLessThan(2_500);
  expect((await waiting.answered).json).toMatchObject({ status: 'expired', expires_in: 0 });
});

test('a wait that is over is answered pending, after that time and not before', async () => {
  const session = await kit.begin(project);
  const began = performance.now();
  const { answered, after } = wait(session, 1);
  expect((await answered).json.status).toBe('pending');
  const took = await after(began);
  expect(took).toBeGreaterThanOrEqual(990);
  expect(took).toBeLessThan(4_000);
});

test('opening the link wakes who waits, who then waits on', async () => {
  const person = somebodyNew();
  const session = await kit.begin(project);
  const waiting = wait(session);
  await settled();
  await kit.open(person, session.link, { app: there });
  const early = await Promise.race([waiting.answered, settled()]);
  expect(early).toBeUndefined();
  await kit.tap(person, 'Yes', { app: there });
  expect((await waiting.answered).json.status).toBe('completed');
});

test('clients that go away leave nothing behind', async () => {
  const session = await kit.begin(project);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const headers = { authorization: `Bearer ${project.apiKey}` };
  const before = timers();
  const leaving = new AbortController();
  const gone = atOnce(60, () => fetch(`${here.url}${session.status}?wait=25`, { headers, signal: leaving.signal }));
  gone.catch(() => {});
  await expect.poll(timers, { timeout: 5_000, interval: 20 }).toBeGreaterThanOrEqual(before + 60);
  leaving.abort();
  await expect(gone).rejects.toThrow();
  await expect.poll(timers, { timeout: 5_000, interval: 20 }).toBeLessThan(before + 20);
});

test('a watch that has stopped lets go of all, at once, and keeps nobody afterwards', async () => {
  const notifications = new Notifications(kit.database.pool, () => {});
  const watch = new SessionWatch(kit.database.database, notifications);
  const id = '00000000-0000-7000-8000-000000000000';
  const leaving = new AbortController();
  const waiting = [watch.changed(id, 60_000), watch.changed(id, 60_000, leaving.signal), watch.changed(id, 60_000)];
  leaving.abort();
  await waiting[1];
  watch.stop();
  await Promise.all(waiting);
  await watch.changed(id, 60_000);
  await notifications.close();
});

test('who waits no longer is asked after no longer', async () => {
  const open = openDatabase(kit.database.connection, { onError: () => {} });
  let asked = 0;
  open.pool.on('acquire', () => {
    asked += 1;
  });
  let tellOfGap: NotificationHandler = () => {};
  const listen = (_channel: string, handler: NotificationHandler) => {
    tellOfGap = handler;
    return () => {};
  };
  const watch = new SessionWatch(open.database, { listen } as unknown as Notifications);
  const leaving = new AbortController();
  const waiting = watch.changed('00000000-0000-7000-8000-000000000000', 60_000, leaving.signal);
  tellOfGap(undefined);
  await expect.poll(() => asked, { interval: 5 }).toBeGreaterThan(0);
  leaving.abort();
  await waiting;
  const before = asked;
  tellOfGap(undefined);
  await open.pool.query('select');
  expect(asked).toBe(before + 1);
  watch.stop();
  await open.close();
});

// Stops an app: last in the file.
test('when the process stops, who waits is answered at once, and holds it up no longer', async () => {
  const session = await kit.begin(project);
  const answered = there
    .call('GET', `${session.status}?wait=25`, { key: project.apiKey })
    .then(({ status, json }) => ({ status, json, at: performance.now() }));
  await settled();
  const began = performance.now();
  const stopped = there.stop();
  const { status, json, at } = await answered;
  expect([status, json.status]).toEqual([200, 'pending']);
  expect(at - began).toBeLessThan(1_000);
  await stopped;
  expect(performance.now() - began).toBeLessThan(5_000);
});
