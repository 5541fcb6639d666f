/** The month's logins are counted exactly, and a login that did not happen is not paid for. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { uuidv7 } from '#lib/ids.ts';
import { findProject, type Project } from '#projects';
import { startTestApp } from '#test/app.ts';
import { createTestClock } from '#test/clock.ts';
import { monthOf } from './billing-month.ts';
import { chargeLogin, isLoginCapReached } from './index.ts';

const app = await startTestApp({ env: { ROLES: 'api' } });
const { database, pool } = app.open;

async function createProject(fields: object): Promise<Project> {
  const { projectId } = await app.createProject({ slug: `p-${uuidv7(new Date()).slice(-12)}`, ...fields });
  const project = await findProject(database, projectId);
  if (project === undefined) throw new Error('The project is not there.');
  return project;
}

const charge = (project: Project, clock = app.clock) => transact(database, (tx) => chargeLogin(tx, clock, project));
const chargedOf = async ({ id }: Project) => {
  const { rows } = await pool.query(
    `select (select coalesce(sum(logins), 0) from login_month where project_id = $1) as logins,
       (select count(*) from ledger_entry where project_id = $1 and kind = 'login') as rows,
       (select coalesce(-sum(amount), 0)::int from ledger_entry where project_id = $1 and kind = 'login') as credits`,
    [id],
  );
  return rows[0];
};

test('100 at once against a cap of 20: exactly 20, each one credit', async () => {
  const project = await createProject({ limits: { logins_per_month: 20 } });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => charge(project)));
  expect(outcomes.filter((outcome) => outcome === 'charged')).toHaveLength(20);
  expect(await chargedOf(project)).toEqual({ logins: 20, rows: 20, credits: 20 });
  expect(await isLoginCapReached(database, app.clock, project)).toBe(true);
});

test('what is rolled back is not counted, and its place is free for another', async () => {
  const project = await createProject({ limits: { logins_per_month: 1 } });
  const undone = transact(database, async (tx) => {
    expect(await chargeLogin(tx, app.clock, project)).toBe('charged');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await chargedOf(project)).toEqual({ logins: 0, rows: 0, credits: 0 });
  expect([await charge(project), await charge(project)]).toEqual(['charged', 'cap_reached']);
});

test('the last place is given to one of two that want it, also when the first gives it back', async () => {
  const project = await createProject({ limits: { logins_per_month: 1 } });
  const { promise: go, resolve: giveBack } = Promise.withResolvers<void>();
  const { promise: taken, resolve: tell } = Promise.withResolvers<void>();
  const first = transact(database, async (tx) => {
    await chargeLogin(tx, app.clock, project);
    tell();
    await go;
    throw new Error('undone');
  });
  await taken;
  const second = charge(project);
  giveBack();
  await expect(first).rejects.toThrow('undone');
  expect(await second).toBe('charged');
  expect(await chargedOf(project)).toEqual({ logins: 1, rows: 1, credits: 1 });
});

test.each([
  ['free', 100],
  ['basic', 700],
])('the %s plan ends at %d logins', async (plan, cap) => {
  const project = await createProject({ plan });
  await pool.query('insert into login_month values ($1, $2, $3)', [project.id, monthOf(app.clock.now()), cap - 1]);
  expect(await isLoginCapReached(database, app.clock, project)).toBe(false);
  expect([await charge(project), await charge(project)]).toEqual(['charged', 'cap_reached']);
});

test('unlimited counts and never ends; a cap that was lowered below the count lets nobody in', async () => {
  const project = await createProject({ plan: 'unlimited' });
  await pool.query('insert into login_month values ($1, $2, 1000000)', [project.id, monthOf(app.clock.now())]);
  expect(await charge(project)).toBe('charged');
  expect(await isLoginCapReached(database, app.clock, project)).toBe(false);
  expect(await charge({ ...project, limits: { logins_per_month: 5 } })).toBe('cap_reached');
  expect(await charge({ ...project, plan: 'free' })).toBe('cap_reached');
});

test.each([
  ['2026-01-31T23:59:59.999Z', '2026-01-01'],
  ['2026-02-01T00:00:00.000Z', '2026-02-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01'],
  ['2026-12-31T23:59:59.999+00:00', '2026-12-01'],
  ['2027-01-01T01:00:00.000+03:00', '2026-12-01'],
])('a login at %s counts for %s, by UTC', async (at, month) => {
  const clock = createTestClock(at);
  expect(monthOf(clock.now())).toBe(month);
  const project = await createProject({});
  await charge(project, clock);
  const { rows } = await pool.query('select month::text, logins from login_month where project_id = $1', [project.id]);
  expect(rows).toEqual([{ month, logins: 1 }]);
});
