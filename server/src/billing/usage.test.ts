/** `GET /v1/usage`: what a month used, by kind and day, and the ledger behind it. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { findProject } from '#projects';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';
import { type Project, startBillingKit } from './billing.fixture.ts';
import { chargeLogin } from './index.ts';

const database = await createTestDatabase();
const clock = createTestClock();
const kit = await startBillingKit({ database, clock });
const JOB = '01a1d964-6dc0-774a-8a4e-a23d73463e54';

const usage = async (project: Project, query = '') => {
  const answer = await project.call('GET', `/v1/usage${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const logIn = async ({ projectId }: Project) => {
  const project = await findProject(database.database, projectId);
  if (project === undefined) throw new Error('The project is not there.');
  await transact(database.database, (tx) => chargeLogin(tx, clock, project));
};

test('a project that did nothing has its whole month, and a ledger that says so', async () => {
  clock.set('2026-11-02T09:30:00.000Z');
  const project = await kit.createProject();
  const whole = {
    plan: 'free',
    month: '2026-11',
    credits: {
      ...{ granted: 1000, used: 0, packs: 0, balance: 1000 },
      ...{ exhausted_at: null, grace_until: null, blocked: false },
    },
    by_kind: { login: 0, message: 0 },
    by_day: [
      { date: '2026-11-01', login: 0, message: 0 },
      { date: '2026-11-02', login: 0, message: 0 },
    ],
    logins: { used: 0, cap: 100 },
    ledger: [
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ kind: 'monthly_credits', amount: 1000, job_id: null, created_at: '2026-11-02T09:30:00.000+00:00' },
      },
    ],
    next_cursor: null,
  };
  expect(await usage(project)).toEqual(whole);
  expect(await usage(project)).toEqual(whole);
});

test('logins and messages count on the day (UTC) and in the month of their charge', async () => {
  const project = await kit.createProject(undefined, { plan: 'basic' });
  for (const [at, act] of [
    ['2026-10-31T23:59:59.999Z', () => kit.send(project, 100)],
    ['2026-11-01T00:00:00.000Z', () => kit.send(project, 7, { jobId: JOB })],
    ['2026-11-01T23:59:59.999Z', () => logIn(project)],
    ['2026-11-03T00:00:00.000Z', () => kit.send(project, 2)],
    ['2026-11-03T01:00:00.000Z', () => kit.buy(project, 40)],
  ] as const) {
    clock.set(at);
    await act();
  }
  const november = await usage(project);
  expect(november).toMatchObject({
    credits: { granted: 10_000, used: 10, packs: 40, balance: 10_030 },
    by_kind: { login: 1, message: 9 },
    by_day: [
      { date: '2026-11-01', login: 1, message: 7 },
      { date: '2026-11-02', login: 0, message: 0 },
      { date: '2026-11-03', login: 0, message: 2 },
    ],
    logins: { used: 1, cap: 700 },
  });
  expect(november.ledger.map(({ kind, amount, job_id }: Record<string, unknown>) => [kind, amount, job_id])).toEqual([
    ['credit_pack', 40, null],
    ['message', -2, null],
    ['login', -1, null],
    ['message', -7, JOB],
    ['monthly_credits', 10_000, null],
    ['month_end', -9900, null],
  ]);
  const october = await usage(project, '?month=2026-10');
  expect(october).toMatchObject({
    ...{
      month: '2026-10',
      credits: { granted: 10_000, used: 100, balance: 10_030 },
      by_kind: { login: 0, message: 100 },
    },
    ...{ logins: { used: 0 } },
  });
  expect(october.by_day).toHaveLength(31);
  expect(october.by_day.at(-1)).toEqual({ date: '2026-10-31', login: 0, message: 100 });
  expect(october.ledger).toHaveLength(2);
  expect(await usage(project, '?month=2026-12')).toMatchObject({ credits: { used: 0 }, by_day: [], ledger: [] });
  expect((await usage(project, '?month=2024-02')).by_day).toHaveLength(29);
});

test('the end of credits shows, and the end of the grace', async () => {
  clock.set('2026-11-05T00:00:00.000Z');
  const project = await kit.createProject(10);
  await kit.send(project, 12);
  const exhausted = {
    balance: -2,
    exhausted_at: '2026-11-05T00:00:00.000+00:00',
    grace_until: '2026-11-08T00:00:00.000+00:00',
  };
  clock.set('2026-11-08T00:00:00.000Z');
  expect((await usage(project)).credits).toMatchObject({ ...exhausted, blocked: false });
  clock.set('2026-11-08T00:00:00.001Z');
  expect((await usage(project)).credits).toMatchObject({ ...exhausted, blocked: true });
  await kit.change(project, { plan: 'unlimited', limits: { credits_per_month: null } });
  expect((await usage(project)).credits).toEqual({
    ...{ granted: null, used: 12, packs: 0, balance: null, exhausted_at: null, grace_until: null, blocked: false },
  });
  expect((await kit.account(project)).balance).toBe(-12);
});

test('the ledger comes in pages, also where many rows are of one millisecond, and never another project’s', async () => {
  clock.set('2026-11-06T00:00:00.000Z');
  const [project, other] = [await kit.createProject(), await kit.createProject()];
  await kit.send(other, 5);
  for (let n = 1; n <= 9; n += 1) {
    if (n === 5) clock.advance(1);
    await kit.send(project, n);
  }
  const amounts: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof usage>> = await usage(project, `?limit=3${cursor && `&cursor=${cursor}`}`);
    expect(page.by_kind.message).toBe(45);
    amounts.push(...page.ledger.map(({ amount }: { amount: number }) => amount));
    cursor = page.next_cursor;
  }
  expect(amounts).toEqual([-9, -8, -7, -6, -5, -4, -3, -2, -1, 1000]);
});

test('a month or cursor that is none is refused', async () => {
  const project = await kit.createProject();
  for (const query of [
    'month=2026-13',
    'month=2026-1',
    'month=november',
    'month=0000-01',
    'month=2026-11-01',
    'month=',
    'cursor=x',
    'cursor=',
    `cursor=${Buffer.from(JOB).toString('base64url')}`,
    'limit=0',
    'limit=201',
  ]) {
    const answer = await project.call('GET', `/v1/usage?${query}`);
    expect([answer.status, answer.json.code], query).toEqual([400, 'validation_failed']);
  }
  expect((await kit.app.call('GET', '/v1/usage')).status).toBe(401);
});
