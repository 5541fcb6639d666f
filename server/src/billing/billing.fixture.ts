/** Projects with credits, what their ledger says, and whether it agrees with their account. */
import { expect } from 'vitest';
import { type Database, transact } from '#db';
import type { Clock } from '#lib/clock.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#test/app.ts';
import { addCredits, chargeMessages, requireCredits } from './index.ts';

export type Project = Awaited<ReturnType<TestApp['createProject']>>;
type Account = { monthly: number; packs: number; exhausted_at: Date | null };

export type BillingKit = {
  app: TestApp;
  /** Free, with these credits a month where given. */
  createProject(credits?: number, fields?: Record<string, unknown>): Promise<Project>;
  change(project: Project, body: Record<string, unknown>): Promise<void>;
  send(project: Project, count: number, on?: { clock?: Clock; database?: Database; jobId?: string }): Promise<void>;
  buy(project: Project, credits: number): Promise<void>;
  /** `true`, or the refusal of a paid operation. */
  allowed(project: Project): Promise<true | { code: string; message: string }>;
  /** Amounts by kind, in the order in which they were written. */
  ledger(project: Project): Promise<[string, number][]>;
  /** Asserts, too, that it is what the ledger sums up to. */
  account(project: Project): Promise<Account & { balance: number }>;
};

export async function startBillingKit(options: TestAppOptions = {}): Promise<BillingKit> {
  const app = await startTestApp({ env: { ROLES: 'api' }, ...options });
  const { database, pool } = app.open;
  return {
    app,
    createProject: (credits, fields = {}) =>
      app.createProject({ ...(credits === undefined ? {} : { limits: { credits_per_month: credits } }), ...fields }),
    async change({ projectId }, body) {
      const answer = await app.call('PATCH', `/admin/v1/projects/${projectId}`, { key: app.adminToken, body });
      expect(answer.status, answer.text).toBe(200);
    },
    send: ({ projectId }, count, { clock = app.clock, database: on = database, jobId } = {}) =>
      transact(on, (tx) => chargeMessages(tx, clock, [{ projectId, jobId: jobId ?? null, count }])),
    buy: ({ projectId }, credits) => transact(database, (tx) => addCredits(app.clock)(tx, projectId, credits)),
    allowed: async ({ projectId }) =>
      requireCredits(database, app.clock, projectId).then(
        () => true as const,
        ({ code, message }) => ({ code, message }),
      ),
    async ledger({ projectId }) {
      const { rows } = await pool.query<{ kind: string; amount: number }>(
        'select kind, amount from ledger_entry where project_id = $1 order by created_at, id',
        [projectId],
      );
      return rows.map(({ kind, amount }) => [kind, amount]);
    },
    async account({ projectId }) {
      const { rows } = await pool.query<Account & { sum: number }>(
        `select monthly, packs, exhausted_at,
           (select coalesce(sum(amount), 0)::bigint from ledger_entry e where e.project_id = a.project_id) as sum
         from credit_account a where project_id = $1`,
        [projectId],
      );
      const [row] = rows;
      if (row === undefined) throw new Error('There is no account.');
      const { sum, ...account } = row;
      expect(account.monthly + account.packs, 'the balance is the sum of the ledger').toBe(sum);
      return { ...account, balance: sum };
    },
  };
}
