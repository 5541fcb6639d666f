/** Where credits come from, in which order they go, and when the lack of them ends paid operations. */
import { expect, test } from 'vitest';
import { transact } from '#db';
import { findProject } from '#projects';
import { startBillingKit } from './billing.fixture.ts';
import { chargeLogin } from './index.ts';

// Each test moves the clock of its own app forward only; tests of one file run one after another.
const kit = await startBillingKit();
const { clock } = kit.app;
const NOVEMBER = '2026-11-14T09:30:00.000Z';
const DAY = 24 * 3600;

test('the first charge of a month grants its credits first', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject();
  await kit.send(project, 3);
  await kit.send(project, 4, { jobId: '01a1d964-6dc0-774a-8a4e-a23d73463e54' });
  expect(await kit.ledger(project)).toEqual([
    ['monthly_credits', 1000],
    ['message', -3],
    ['message', -4],
  ]);
  expect(await kit.account(project)).toMatchObject({ monthly: 993, packs: 0, exhausted_at: null });
  const { rows } = await kit.app.open.pool.query(
    `select job_id from ledger_entry where project_id = $1 and kind = 'message' order by id`,
    [project.projectId],
  );
  expect(rows).toEqual([{ job_id: null }, { job_id: '01a1d964-6dc0-774a-8a4e-a23d73463e54' }]);
});

test('monthly credits go first, then packs, then it is overdrawn; the new month forgives, and keeps what is left of packs', async () => {
  clock.set(NOVEMBER);
  const [thrifty, overdrawn] = [await kit.createProject(10), await kit.createProject(10)];
  for (const project of [thrifty, overdrawn]) await kit.buy(project, 5);
  await kit.send(thrifty, 12);
  expect(await kit.account(thrifty)).toMatchObject({ monthly: 0, packs: 3, exhausted_at: null });
  await kit.send(overdrawn, 12);
  await kit.send(overdrawn, 7);
  expect(await kit.account(overdrawn)).toMatchObject({ monthly: -4, packs: 0, exhausted_at: new Date(NOVEMBER) });

  clock.set('2026-12-01T00:00:00.000Z');
  for (const project of [thrifty, overdrawn]) await kit.send(project, 1);
  expect(await kit.account(thrifty)).toMatchObject({ monthly: 9, packs: 3 });
  expect(await kit.account(overdrawn)).toMatchObject({ monthly: 9, packs: 0, exhausted_at: null });
  expect(await kit.ledger(overdrawn)).toEqual([
    ['monthly_credits', 10],
    ['credit_pack', 5],
    ['message', -12],
    ['message', -7],
    ['month_end', 4],
    ['monthly_credits', 10],
    ['message', -1],
  ]);
});

test('what is left of the month ends with it, also when months pass unused', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject(10);
  await kit.send(project, 3);
  clock.set('2027-03-05T00:00:00.000Z');
  await kit.send(project, 1);
  expect((await kit.ledger(project)).slice(2)).toEqual([
    ['month_end', -7],
    ['monthly_credits', 10],
    ['message', -1],
  ]);
  expect((await kit.account(project)).balance).toBe(9);
});

test('the charge that takes the last credit begins three days of grace, and they end to the millisecond', async () => {
  clock.set('2026-11-10T12:00:00.000Z');
  const project = await kit.createProject(10);
  await kit.send(project, 9);
  expect((await kit.account(project)).exhausted_at).toBeNull();
  clock.advance(60);
  await kit.send(project, 1);
  expect((await kit.account(project)).exhausted_at).toEqual(new Date('2026-11-10T12:01:00.000Z'));
  clock.advance(DAY);
  await kit.send(project, 100);
  expect((await kit.account(project)).exhausted_at).toEqual(new Date('2026-11-10T12:01:00.000Z'));
  clock.set('2026-11-13T12:01:00.000Z');
  expect(await kit.allowed(project)).toBe(true);
  clock.set('2026-11-13T12:01:00.001Z');
  expect(await kit.allowed(project)).toEqual({
    code: 'billing_blocked',
    message:
      'Credits ran out at 2026-11-10T12:01:00.000+00:00 and the 3 days of grace are over. Buy a credit pack, ' +
      'choose a higher plan, or wait for the new month, which begins at 2026-12-01T00:00:00.000+00:00.',
  });
  clock.set('2026-11-30T23:59:59.999Z');
  expect(await kit.allowed(project)).toMatchObject({ code: 'billing_blocked' });
  clock.set('2026-12-01T00:00:00.000Z');
  expect(await kit.allowed(project)).toBe(true);
});

test('a pack that covers the debt ends the grace; one that does not begins it anew', async () => {
  clock.set('2026-11-10T00:00:00.000Z');
  const project = await kit.createProject(10);
  await kit.send(project, 30);
  clock.advance(3 * DAY + 1);
  expect(await kit.allowed(project)).toMatchObject({ code: 'billing_blocked' });
  await kit.buy(project, 15);
  expect(await kit.account(project)).toMatchObject({ monthly: -5, packs: 0, exhausted_at: clock.now() });
  expect(await kit.allowed(project)).toBe(true);
  clock.advance(3 * DAY + 1);
  expect(await kit.allowed(project)).toMatchObject({ code: 'billing_blocked' });
  await kit.buy(project, 15);
  expect(await kit.account(project)).toMatchObject({ monthly: 0, packs: 10, exhausted_at: null });
  clock.advance(10 * DAY);
  expect(await kit.allowed(project)).toBe(true);
});

test('a month across the grace period does not bring it back', async () => {
  clock.set('2026-11-29T00:00:00.000Z');
  const project = await kit.createProject(10);
  await kit.send(project, 30);
  clock.set('2026-12-05T00:00:00.000Z');
  expect(await kit.allowed(project)).toBe(true);
  await kit.send(project, 10);
  expect((await kit.account(project)).exhausted_at).toEqual(clock.now());
});

test('another plan in mid-month: what was used counts against it, up and down', async () => {
  clock.set('2026-11-10T00:00:00.000Z');
  const project = await kit.createProject();
  await kit.send(project, 1200);
  clock.advance(3 * DAY + 1);
  expect(await kit.allowed(project)).toMatchObject({ code: 'billing_blocked' });
  await kit.change(project, { plan: 'basic' });
  expect(await kit.allowed(project)).toBe(true);
  await kit.send(project, 300);
  expect(await kit.account(project)).toMatchObject({ monthly: 8500, exhausted_at: null });
  await kit.change(project, { plan: 'free' });
  // Nobody has touched the account on the lower plan: its grace has not begun.
  expect(await kit.allowed(project)).toBe(true);
  await kit.send(project, 1);
  expect(await kit.account(project)).toMatchObject({ monthly: -501, exhausted_at: clock.now() });
  expect(await kit.ledger(project)).toEqual([
    ['monthly_credits', 1000],
    ['message', -1200],
    ['plan_change', 9000],
    ['message', -300],
    ['plan_change', -9000],
    ['message', -1],
  ]);
});

test('a lower plan takes no pack; going back restores what there was', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject(undefined, { plan: 'basic' });
  await kit.buy(project, 500);
  await kit.send(project, 5000);
  await kit.change(project, { plan: 'free' });
  await kit.send(project, 1);
  expect(await kit.account(project)).toMatchObject({ monthly: -4000, packs: 499 });
  await kit.change(project, { plan: 'basic' });
  await kit.send(project, 1);
  expect(await kit.account(project)).toMatchObject({ monthly: 4999, packs: 499, exhausted_at: null });
});

test('the operator can decide otherwise for one project, and take it back', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject(50);
  await kit.send(project, 10);
  await kit.change(project, { limits: { credits_per_month: 70 } });
  await kit.send(project, 10);
  expect((await kit.account(project)).balance).toBe(50);
  await kit.change(project, { limits: { credits_per_month: null } });
  await kit.send(project, 10);
  expect((await kit.account(project)).balance).toBe(970);
});

test('unlimited is charged and never exhausted, and spares its packs; a cap counts what was used', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject(undefined, { plan: 'unlimited' });
  await kit.buy(project, 5);
  await kit.send(project, 20_000);
  expect(await kit.account(project)).toMatchObject({ monthly: -20_000, packs: 5, exhausted_at: null });
  clock.advance(10 * DAY);
  expect(await kit.allowed(project)).toBe(true);
  await kit.change(project, { plan: 'basic' });
  await kit.send(project, 1);
  expect(await kit.account(project)).toMatchObject({ monthly: -10_000, packs: 4, exhausted_at: clock.now() });
  await kit.change(project, { plan: 'unlimited' });
  expect(await kit.allowed(project)).toBe(true);
  await kit.send(project, 1);
  expect(await kit.account(project)).toMatchObject({ monthly: -20_001, packs: 4, exhausted_at: null });
  clock.set('2026-12-01T00:00:00.000Z');
  await kit.send(project, 1);
  expect(await kit.account(project)).toMatchObject({ monthly: -1, packs: 4 });
});

test('exhausted credits block no login, and it is charged all the same', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject(1);
  await kit.send(project, 5);
  clock.advance(5 * DAY);
  expect(await kit.allowed(project)).toMatchObject({ code: 'billing_blocked' });
  const found = await findProject(kit.app.open.database, project.projectId);
  if (found === undefined) throw new Error('The project is not there.');
  expect(await transact(kit.app.open.database, (tx) => chargeLogin(tx, clock, found))).toBe('charged');
  expect((await kit.account(project)).balance).toBe(-5);
});

test('rows of the ledger from before there were accounts count: what was overdrawn is forgiven, packs stay', async () => {
  clock.set(NOVEMBER);
  const project = await kit.createProject(10);
  for (const [kind, amount] of [
    ['login', -7],
    ['credit_pack', 40],
  ] as const) {
    await kit.app.open.pool.query(
      `insert into ledger_entry (id, project_id, kind, amount, created_at) values (gen_random_uuid(), $1, $2, $3, $4)`,
      [project.projectId, kind, amount, new Date('2026-10-01T00:00:00.000Z')],
    );
  }
  await kit.send(project, 12);
  expect(await kit.account(project)).toMatchObject({ monthly: 0, packs: 38 });
});

test('a project without an account, or none at all, blocks nothing; a charge to no project fails loudly', async () => {
  expect(await kit.allowed(await kit.createProject())).toBe(true);
  const nobody = { ...(await kit.createProject()), projectId: '01a1d964-6dc0-774a-8a4e-a23d73463e54' };
  expect(await kit.allowed(nobody)).toBe(true);
  await expect(kit.send(nobody, 1)).rejects.toThrow('Is there such a project?');
});
