/** The only writer of the ledger and of the accounts that are brought forward with it. */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#db';
import { effectiveLimits, PLANS } from '#projects';
import type { CreditAccount, LedgerKind } from './credits.ts';

export type LedgerEntry = {
  id: string;
  projectId: string;
  kind: LedgerKind;
  amount: number;
  /** The broadcast that was charged for. */
  jobId: string | null;
};

/** Before every month: a new account has none yet. */
const NEVER = '-infinity';

const CREDITS_BY_PLAN = JSON.stringify(
  Object.fromEntries(PLANS.map((plan) => [plan, effectiveLimits({ plan, limits: {} }).credits_per_month])),
);
/** What the plan of a project `p`, or the operator, gives it a month: `effectiveLimits` in SQL. Null is no cap. */
const grant: RawBuilder<number | null> = sql`
  coalesce((p.limits ->> 'credits_per_month')::bigint, (${CREDITS_BY_PLAN}::jsonb ->> p.plan)::bigint)`;

export type Applied = 'applied' | 'account_missing' | 'account_stale';

/**
 * Writes the entries and brings their accounts forward, in one statement; or writes nothing and says why not.
 * Accounts are locked in order of their ids, all of them or (where one is missing) none, and stay so: two that charge
 * the same projects cannot wait for each other. The arrays are sub-selects because PostgreSQL would otherwise see their
 * length and plan anew every time, which takes longer than the rest.
 */
export async function applyEntries(
  tx: Transaction,
  projectIds: string[],
  entries: LedgerEntry[],
  { month, now }: { month: string; now: Date },
): Promise<Applied> {
  const { rows } = await sql<{ current: boolean; missing: boolean }>`/* prepared */
    with entry as materialized (
      select * from unnest((select ${entries.map(({ id }) => id)}::uuid[]),
        (select ${entries.map(({ projectId }) => projectId)}::uuid[]), (select ${entries.map(({ kind }) => kind)}::text[]),
        (select ${entries.map(({ amount }) => amount)}::bigint[]), (select ${entries.map(({ jobId }) => jobId)}::uuid[])
      ) as e (id, project_id, kind, amount, job_id)),
    total as materialized (
      select w.project_id, coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as spent,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as bought
      from unnest((select ${projectIds}::uuid[])) as w (project_id) left join entry e using (project_id)
      group by w.project_id),
    account as materialized (
      select a.*, ${grant} as plan_grants, t.spent, t.bought
      from total t join credit_account a using (project_id) join project p on p.id = a.project_id
      where (select count(*) from total) = (select count(*) from total join credit_account using (project_id))
      order by a.project_id for update of a),
    verdict as materialized (
      select count(*) = 0 as missing,
        coalesce(bool_and(month >= ${month}::date and granted is not distinct from plan_grants), false) as current
      from account),
    after as (
      select project_id, granted, exhausted_at, bought, monthly + paid - (spent - from_packs) as monthly,
        packs + bought - paid - from_packs as packs
      from account
      -- A pack pays first what is overdrawn; what is used comes from the month, then from packs, then is overdrawn.
      cross join lateral (
        select case when granted is null then 0 else least(bought, greatest(-monthly, 0)) end as paid) d
      cross join lateral (
        select case when granted is null then 0
          else least(packs + bought - paid, greatest(spent - greatest(monthly + paid, 0), 0)) end as from_packs) f),
    brought as (
      update credit_account a set monthly = n.monthly, packs = n.packs,
        exhausted_at = case when n.granted is null or n.monthly + n.packs > 0 then null
          when n.bought > 0 then ${now} else coalesce(n.exhausted_at, ${now}) end
      from after n where a.project_id = n.project_id and (select current from verdict)),
    written as (
      insert into ledger_entry (id, project_id, kind, amount, job_id, created_at)
      select e.id, e.project_id, e.kind, e.amount, e.job_id, ${now}::timestamptz from entry e where (select current from verdict))
    select current, missing from verdict`.execute(tx);
  if (rows[0]?.current) return 'applied';
  return rows[0]?.missing ? 'account_missing' : 'account_stale';
}

/** Accounts of projects that have none yet, with what the ledger says of them so far. */
export async function openAccounts(tx: Transaction, projectIds: string[]): Promise<void> {
  await sql`
    insert into credit_account (project_id, month, granted, monthly, packs)
    select p.id, ${NEVER}::date, null, coalesce(sum(e.amount) filter (where e.kind <> 'credit_pack'), 0),
      coalesce(sum(e.amount) filter (where e.kind = 'credit_pack'), 0)
    from project p left join ledger_entry e on e.project_id = p.id
    where p.id = any(${projectIds}::uuid[])
      and not exists (select from credit_account a where a.project_id = p.id)
    group by p.id order by p.id
    on conflict do nothing`.execute(tx);
}

export type ForwardIds = { projectId: string; monthEnd: string; monthlyCredits: string; planChange: string };

/** To this month, with its credits; within a month, to what the plan gives by now. Under `applyEntries`' locks. */
export async function bringForward(
  tx: Transaction,
  ids: ForwardIds[],
  { month, now }: { month: string; now: Date },
): Promise<void> {
  await sql`
    with stale as materialized (
      select a.project_id, i.month_end, i.monthly_credits, i.plan_change, a.monthly, a.month < ${month}::date as turned,
        coalesce(a.granted, 0) as granted, ${grant} as plan_grants
      from unnest(${ids.map(({ projectId }) => projectId)}::uuid[], ${ids.map(({ monthEnd }) => monthEnd)}::uuid[],
        ${ids.map(({ monthlyCredits }) => monthlyCredits)}::uuid[], ${ids.map(({ planChange }) => planChange)}::uuid[])
        as i (project_id, month_end, monthly_credits, plan_change)
      join credit_account a using (project_id) join project p on p.id = a.project_id
      order by a.project_id for update of a),
    entry as materialized (
      select s.project_id, e.* from stale s
      cross join lateral (values
        (s.month_end, 'month_end', case when s.turned then -s.monthly else 0 end),
        (s.monthly_credits, 'monthly_credits', case when s.turned then coalesce(s.plan_grants, 0) else 0 end),
        (s.plan_change, 'plan_change', case when s.turned then 0 else coalesce(s.plan_grants, 0) - s.granted end)
      ) as e (id, kind, amount)),
    brought as (
      update credit_account a set month = greatest(a.month, ${month}::date), granted = s.plan_grants,
        monthly = a.monthly + n.amount,
        exhausted_at = case when s.plan_grants is null or a.monthly + n.amount + a.packs > 0 then null
          else coalesce(a.exhausted_at, ${now}) end
      from stale s
      cross join lateral (select sum(e.amount)::bigint as amount from entry e where e.project_id = s.project_id) n
      where a.project_id = s.project_id)
    insert into ledger_entry (id, project_id, kind, amount, created_at)
    select id, project_id, kind, amount, ${now}::timestamptz from entry where amount <> 0`.execute(tx);
}

type AccountRow = { grant: number | null } & (CreditAccount | { month: null });

/** Without a lock. Undefined where there is no such project; an account that nobody has touched yet is not there. */
export async function findAccount(
  database: Database | Transaction,
  projectId: string,
): Promise<{ account: CreditAccount | undefined; grant: number | null } | undefined> {
  const { rows } = await sql<AccountRow>`/* prepared */
    select a.month::text, a.granted, a.monthly, a.packs, a.exhausted_at as "exhaustedAt", ${grant} as "grant"
    from project p left join credit_account a on a.project_id = p.id where p.id = ${projectId}`.execute(database);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { account: row.month === null ? undefined : row, grant: row.grant };
}
