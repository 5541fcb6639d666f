import type { Transaction as KyselyTransaction } from 'kysely';
import type { Database } from './database.ts';

export type Transaction = KyselyTransaction<Record<never, never>>;

const hooks = new WeakMap<Transaction, (() => void)[]>();

/** All of it or none of it; what `afterCommit` collected runs once it is durable, and never if it is not. */
export async function transact<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const collected: (() => void)[] = [];
  const result = await database.transaction().execute((tx) => {
    hooks.set(tx, collected);
    return work(tx);
  });
  for (const hook of collected) hook();
  return result;
}

/** For hints that others may act on at once, such as waking a worker; correctness must not depend on them. */
export function afterCommit(tx: Transaction, hook: () => void): void {
  hooks.get(tx)?.push(hook);
}
