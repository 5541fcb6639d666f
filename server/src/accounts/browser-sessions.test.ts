import { describe, expect, test } from 'vitest';
import { atOnce } from '../login/login.fixture.ts';
import { API, startAccountsKit, type TestBrowser } from './accounts.fixture.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { forgetOldSignIns } from './forget-old-sign-ins.ts';

const kit = await startAccountsKit({ apps: 2 });
const { app, clock } = kit;
const team = await kit.createProject({ slug: 'team', plan: 'unlimited' });
const COOKIE = 'bellhop_session';
const DAY = 86_400;

const me = (browser: TestBrowser) => browser.get(`${API}/me`);
const withToken = (token: string | undefined) =>
  app.call('GET', `${API}/me`, { headers: { cookie: `${COOKIE}=${token}` } });

describe('the token', () => {
  test('is stored as a hash alone', async () => {
    const browser = await kit.member(team.projectId, 'viewer');
    const token = String(browser.cookies.get(COOKIE));
    const rows = await kit.query<Record<string, unknown>>('select s::text as row from browser_session s');
    expect(
      rows.some(({ row }) => String(row).includes(token) || String(row).includes(Buffer.from(token).toString('hex'))),
    ).toBe(false);
  });

  test('changes daily, told to one of many requests at once; the old one works for a minute more', async () => {
    const browser = await kit.member(team.projectId, 'viewer');
    const old = browser.cookies.get(COOKIE);
    clock.advance(DAY - 1);
    await me(browser);
    expect(browser.cookies.get(COOKIE)).toBe(old);
    clock.advance(1);
    const headers = { cookie: `${COOKIE}=${old}`, 'x-bellhop-project': team.projectId };
    const answers = await atOnce(10, (n) =>
      (kit.apps[n % 2] ?? app).call('GET', n % 3 === 0 ? '/v1/project' : `${API}/me`, { headers }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const told = answers.flatMap((answer) => answer.headers.getSetCookie());
    expect(told).toEqual([
      expect.stringMatching(/^bellhop_session=\w{40}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const next = /=(\w+)/.exec(String(told[0]))?.[1];
    expect(next).not.toBe(old);
    app.keepOutOfLogs(String(next));

    clock.advance(59);
    expect((await withToken(old)).status).toBe(200);
    expect((await withToken(old)).headers.getSetCookie()).toEqual([]);
    clock.advance(1);
    expect((await withToken(old)).status).toBe(401);
    expect((await withToken(next)).status).toBe(200);
  });

  test('is Secure on https, and whatever has another form is nobody', async () => {
    const sessions = new BrowserSessions({ database: app.open.database, clock, baseUrl: 'https://bellhop.example' });
    expect(sessions.signedOutCookie()).toBe('bellhop_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
    for (const token of ['', 'x', 'x'.repeat(40), "' or 1=1", undefined])
      expect((await withToken(token)).json.code).toBe('unauthorized');
  });
});

describe('a session', () => {
  test('ends 30 days after it was last seen', async () => {
    const browser = await kit.member(team.projectId, 'viewer');
    for (let n = 0; n < 3; n += 1) {
      clock.advance(30 * DAY - 1);
      expect((await me(browser)).status).toBe(200);
    }
    clock.advance(30 * DAY);
    expect((await me(browser)).status).toBe(401);
  });

  test('is listed with where it is, and can be ended from another browser, at once', async () => {
    const first = await kit.member(team.projectId, 'viewer');
    const second = kit.browser();
    await kit.signIn(second, first.person);
    clock.advance(90);
    await second.get(`${API}/me`, { headers: { 'user-agent': 'Netscape 4' } });
    const { sessions } = (await first.get(`${API}/sessions`)).json;
    expect(sessions.map(({ current }: { current: boolean }) => current).toSorted()).toEqual([false, true]);
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    expect(other).toMatchObject({ user_agent: 'Netscape 4', ip: '127.0.0.1' });
    expect(Date.parse(other.last_seen_at)).toBe(clock.now().getTime());
    expect((await first.call('DELETE', `${API}/sessions/${other.id}`)).status).toBe(204);
    expect((await first.call('DELETE', `${API}/sessions/${other.id}`)).status).toBe(404);
    expect((await me(second)).status).toBe(401);
    expect((await me(first)).status).toBe(200);
  });

  test('of somebody else is not there, and cannot be ended', async () => {
    const [mine, theirs] = [await kit.member(team.projectId, 'admin'), await kit.member(team.projectId, 'viewer')];
    const { sessions } = (await theirs.get(`${API}/sessions`)).json;
    for (const id of [sessions[0].id, 'nonsense'])
      expect((await mine.call('DELETE', `${API}/sessions/${id}`)).status).toBe(404);
    expect((await me(theirs)).status).toBe(200);
  });

  test('signing out ends it and takes the cookie away; signing out others ends those', async () => {
    const first = await kit.member(team.projectId, 'viewer');
    const others = [kit.browser(), kit.browser()];
    for (const browser of others) await kit.signIn(browser, first.person);
    expect((await first.call('POST', `${API}/sign-out-others`)).json).toEqual({ signed_out: 2 });
    for (const browser of others) expect((await me(browser)).status).toBe(401);
    const token = first.cookies.get(COOKIE);
    // A day later, so that the rotation has a say as well.
    clock.advance(DAY);
    const answer = await first.call('POST', `${API}/sign-out`);
    expect([answer.status, first.cookies.has(COOKIE)]).toEqual([204, false]);
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    expect((await withToken(token)).status).toBe(401);
  });

  test('is forgotten once it has ended, and not before', async () => {
    const { database } = app.open;
    const kept = await kit.member(team.projectId, 'viewer');
    clock.advance(29 * DAY);
    await me(kept);
    clock.advance(2 * DAY);
    while ((await forgetOldSignIns(database, clock, 2)) === 2);
    expect((await me(kept)).status).toBe(200);
    expect(await kit.query('select from browser_session')).toHaveLength(1);
  });
});

test('a browser may ask 600 times a minute, under /v1 and the dashboard together, whatever the project may', async () => {
  const project = await kit.createProject({ limits: { requests_per_minute: 1 } });
  const browser = await kit.member(project.projectId, 'viewer');
  clock.advance(61);
  const first = await browser.get('/v1/project', { project: project.projectId });
  expect(first.headers.get('x-ratelimit-limit')).toBe('600');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('599');
  const statuses: number[] = [];
  for (let n = 0; n < 13; n += 1) {
    const answers = await atOnce(50, async (i) =>
      i % 2 === 0 ? browser.get('/v1/project', { project: project.projectId }) : browser.get(`${API}/sessions`),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  // The limit takes a few permits ahead, and may give fewer than there are; more it never gives.
  const allowed = statuses.filter((status) => status === 200).length;
  expect(allowed).toBeGreaterThan(500);
  expect(allowed).toBeLessThanOrEqual(599);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('a name can be changed, and not to nothing', async () => {
  const browser = await kit.member(team.projectId, 'viewer');
  expect((await browser.call('PATCH', `${API}/me`, { body: { name: 'Анна П.' } })).status).toBe(200);
  expect((await me(browser)).json.account.name).toBe('Анна П.');
  for (const name of ['', '  ', 'x'.repeat(101), 5])
    expect((await browser.call('PATCH', `${API}/me`, { body: { name } })).json.code).toBe('validation_failed');
});
