/** Any number of charges at once, on any number of connections: none is lost, none counts twice, nobody waits in a circle. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openDatabase, transact } from '#db';
import { findProject } from '#projects';
import { createTestClock } from '#test/clock.ts';
import { createTestDatabase } from '#test/database.ts';
import { startBillingKit } from './billing.fixture.ts';
import { addCredits, chargeLogin, chargeMessages } from './index.ts';

const shared = await createTestDatabase();
const kit = await startBillingKit({ database: shared });
const { clock } = kit.app;
const atOnce = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Several processes: pools of their own. */
const others = [1, 2].map(() => openDatabase(shared.connection, { onError: () => {} }));
const databases = [kit.app.open.database, ...others.map(({ database }) => database)];
const on = (n: number) => databases[n % databases.length] ?? kit.app.open.database;
afterAll(() => Promise.all(others.map(({ close }) => close())));

test('50 charges of all kinds at once: the balance is what the ledger sums up to', async () => {
  const project = await kit.createProject(20);
  const found = await findProject(kit.app.open.database, project.projectId);
  if (found === undefined) throw new Error('The project is not there.');
  await atOnce<unknown>(50, (n) => {
    if (n % 10 === 0) return transact(on(n), (tx) => addCredits(clock)(tx, project.projectId, 3));
    if (n % 10 === 1) return transact(on(n), (tx) => chargeLogin(tx, clock, found));
    return kit.send(project, 2, { database: on(n) });
  });
  expect((await kit.account(project)).balance).toBe(20 + 5 * 3 - 5 - 40 * 2);
  const kinds = Map.groupBy(await kit.ledger(project), ([kind]) => kind);
  expect([...kinds].map(([kind, rows]) => [kind, rows.length]).toSorted()).toEqual([
    ['credit_pack', 5],
    ['login', 5],
    ['message', 40],
    ['monthly_credits', 1],
  ]);
});

test('the month turns over while 20 charge, some of them by a clock that is behind: it begins once', async () => {
  const project = await kit.createProject(100);
  await kit.send(project, 30);
  const [before, after] = [createTestClock('2026-11-30T23:59:59.999Z'), createTestClock('2026-12-01T00:00:00.000Z')];
  await atOnce(20, (n) => kit.send(project, 1, { database: on(n), clock: n % 2 === 0 ? before : after }));
  const rows = await kit.ledger(project);
  const turned = rows.filter(([kind]) => kind === 'month_end');
  expect(turned).toHaveLength(1);
  expect(rows.filter(([kind]) => kind === 'monthly_credits')).toHaveLength(2);
  // Whoever came before the turn was charged to November, everybody else to December; nobody to both.
  const toNovember = 70 + (turned[0]?.[1] ?? 0);
  expect((await kit.account(project)).balance).toBe(100 - (20 - toNovember));
});

test('batches over the same projects in any order, new ones, and a turn of the month: no deadlock, all exact', async () => {
  const projects = await atOnce(8, () => kit.createProject(10));
  const december = createTestClock('2026-12-10T00:00:00.000Z');
  for (const { projectId } of projects.slice(0, 4))
    await transact(on(0), (tx) => chargeMessages(tx, clock, [{ projectId, jobId: null, count: 1 }]));
  await atOnce(60, (n) => {
    const mixed = n % 2 === 0 ? projects : projects.toReversed();
    const charges = mixed.slice(n % 4).map(({ projectId }) => ({ projectId, jobId: null, count: 1 }));
    return transact(on(n), (tx) => chargeMessages(tx, n < 20 ? clock : december, charges));
  });
  let spent = 0;
  for (const project of projects) {
    await kit.account(project);
    spent += (await kit.ledger(project)).filter(([kind]) => kind === 'message').length;
  }
  expect(spent).toBe(4 + 15 * (8 + 7 + 6 + 5));
});

test('an operator who adds credits and workers that charge do not block each other', async () => {
  const project = await kit.createProject(1000);
  await atOnce(40, (n) =>
    n % 2 === 0 ? kit.change(project, { add_credits: 1 }) : kit.send(project, 1, { database: on(n) }),
  );
  expect((await kit.account(project)).balance).toBe(1000);
});

test('what is rolled back leaves neither a row nor a change of the account', async () => {
  const project = await kit.createProject(10);
  await kit.send(project, 1);
  const undone = transact(on(0), async (tx) => {
    await chargeMessages(tx, clock, [{ projectId: project.projectId, jobId: null, count: 5 }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await kit.account(project)).balance).toBe(9);
});

test('a batch is one row per project and broadcast', async () => {
  const [one, two] = [await kit.createProject(100), await kit.createProject(100)];
  const job = '01a1d964-6dc0-774a-8a4e-a23d73463e54';
  await transact(on(0), (tx) =>
    chargeMessages(tx, clock, [
      { projectId: two.projectId, jobId: null, count: 1 },
      { projectId: one.projectId, jobId: job, count: 2 },
      { projectId: one.projectId, jobId: null, count: 3 },
      { projectId: one.projectId, jobId: job, count: 4 },
      { projectId: two.projectId, jobId: job, count: 0 },
    ]),
  );
  const charged = async (project: typeof one) =>
    (await kit.ledger(project)).filter(([kind]) => kind === 'message').map(([, amount]) => amount);
  expect((await charged(one)).toSorted()).toEqual([-3, -6]);
  expect(await charged(two)).toEqual([-1]);
});

test('one file writes the ledger and the accounts', () => {
  const source = new URL('..', import.meta.url);
  const writers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => {
      const text = readFileSync(new URL(file, source), 'utf8');
      return /(insert into|update|delete from)\s+(ledger_entry|credit_account)\b/i.test(text);
    });
  expect(writers).toEqual(['billing/credit-store.ts']);
});
