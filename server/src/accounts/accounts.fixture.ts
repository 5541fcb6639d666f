/** Browsers without the browser: they keep cookies, say where requests come from, and sign in through the bots. */
import { expect } from 'vitest';
import type { Person } from '#messengers';
import type { TestAnswer, TestApp } from '#test/app.ts';
import { type LoginKit, somebodyNew, startLoginKit } from '../login/login.fixture.ts';
import type { Role } from './account.ts';
import { DASHBOARD_PROJECT_ID } from './dashboard-project.ts';
import { makeSetUpLink } from './make-operator-link.ts';

export const API = '/dashboard/api';

type Asked = { body?: unknown; headers?: Record<string, string>; project?: string; app?: TestApp };

export type TestBrowser = {
  cookies: Map<string, string>;
  call(method: string, path: string, asked?: Asked): Promise<TestAnswer>;
  get(path: string, asked?: Asked): Promise<TestAnswer>;
  /** As a form without fields is sent by one of our own pages. */
  submit(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  /** The hosted page from its address to the confirmation; answers the address that it goes on to. */
  logIn(address: string, confirm: (link: string) => Promise<void>): Promise<string>;
};

export function createBrowser(app: TestApp): TestBrowser {
  const cookies = new Map<string, string>();
  const keep = (answer: TestAnswer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...flags] = line.split('; ');
      const [name = '', value = ''] = pair.split('=', 2);
      if (flags.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
      if (value !== '') app.keepOutOfLogs(value);
    }
    return answer;
  };
  const browser: TestBrowser = {
    cookies,
    async call(method, path, { body, headers = {}, project, app: on = app } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = {
        ...(cookie === '' ? {} : { cookie }),
        'sec-fetch-site': 'same-origin',
        ...(project === undefined ? {} : { 'x-bellhop-project': project }),
        ...headers,
      };
      return keep(await on.call(method, path, { headers: sent, ...(body === undefined ? {} : { body }) }));
    },
    get: (path, asked) => browser.call('GET', path, asked),
    submit: (path, headers = {}) =>
      browser.call('POST', path, {
        body: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    async logIn(address, confirm) {
      const page = new URL(address, app.url);
      const { state, redirect_uri } = Object.fromEntries(page.searchParams);
      const body = { state, redirect_uri, device: 'phone' };
      const started = await browser.call('POST', `${page.pathname}/sessions`, { body });
      expect(started.status, started.text).toBe(201);
      await confirm(started.json.links[0].link);
      const status = await browser.get(`${page.pathname}/status`);
      expect(status.json.status, status.text).toBe('completed');
      const target = new URL(status.json.redirect);
      app.keepOutOfLogs(String(target.searchParams.get('code')));
      return target.pathname + target.search;
    },
  };
  return browser;
}

export type AccountsKit = LoginKit & {
  browser(): TestBrowser;
  /** Up to the callback's answer. */
  signIn(browser: TestBrowser, person: Person, next?: string): Promise<TestAnswer>;
  /** Accepts the link by its button, then signs in. */
  join(browser: TestBrowser, person: Person, url: string): Promise<TestAnswer>;
  setUpLink(): Promise<string>;
  /** The first operator, signed in. */
  operator: TestBrowser;
  invite(by: TestBrowser, projectId: string, role: Role): Promise<string>;
  /** Somebody new in a project, signed in. */
  member(projectId: string, role: Role): Promise<TestBrowser & { accountId: string; person: Person }>;
  auditOf(projectId: string): Promise<{ actor: string; action: string }[]>;
};

export async function startAccountsKit(options: { apps?: number } = {}): Promise<AccountsKit> {
  const kit = await startLoginKit(options);
  const { app } = kit;
  const plenty = { limits: { page_sessions_per_address: 1_000_000 } };
  await app.call('PATCH', `/admin/v1/projects/${DASHBOARD_PROJECT_ID}`, { key: app.adminToken, body: plenty });

  const browser = () => createBrowser(app);
  const signIn: AccountsKit['signIn'] = async (one, person, next) => {
    // Tests do not listen at BASE_URL.
    const query = new URLSearchParams({ here: '1', ...(next === undefined ? {} : { next }) });
    const asked = await one.get(`/dashboard/sign-in?${query}`);
    expect(asked.status).toBe(303);
    const callback = await one.logIn(String(asked.headers.get('location')), async (link) => {
      await kit.open(person, link);
      await kit.tap(person, 'Yes');
    });
    return one.get(callback);
  };
  const join: AccountsKit['join'] = async (one, person, url) => {
    const accepted = await one.submit(pathOf(app, url));
    expect(accepted.status, accepted.text).toBe(303);
    return signIn(one, person);
  };
  const setUpLink = async () => {
    const url = await makeSetUpLink({ database: kit.database.database, clock: kit.clock, baseUrl: app.config.baseUrl });
    return String(url);
  };
  const invite: AccountsKit['invite'] = async (by, projectId, role) => {
    const answer = await by.call('POST', `${API}/projects/${projectId}/invites`, { body: { role } });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.url;
  };
  const operator = browser();
  const operatorPerson = somebodyNew();
  await join(operator, operatorPerson, await setUpLink());
  return {
    ...{ ...kit, browser, signIn, join, setUpLink, invite, operator },
    async member(projectId, role) {
      const one = browser();
      const person = somebodyNew();
      // A test may have moved the clock past the operator's session.
      if ((await operator.get(`${API}/me`)).status === 401) await signIn(operator, operatorPerson);
      const joined = await join(one, person, await invite(operator, projectId, role === 'owner' ? 'admin' : role));
      expect(joined.status, joined.text).toBe(303);
      const accountId = (await one.get(`${API}/me`)).json.account.id;
      if (role === 'owner') {
        const path = `${API}/projects/${projectId}/members/${accountId}`;
        expect((await operator.call('PATCH', path, { body: { role } })).status).toBe(204);
      }
      return { ...one, accountId, person };
    },
    auditOf: (projectId) =>
      kit.query('select actor, action from audit_entry where project_id = $1 order by id', [projectId]),
  };
}

/** The path of a one-time link, without going to BASE_URL; its token must not be logged. */
export function pathOf(app: TestApp, url: string): string {
  const { pathname } = new URL(url);
  app.keepOutOfLogs(String(pathname.split('/').at(-1)));
  return `${pathname}?here=1`;
}
