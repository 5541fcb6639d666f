import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/** Each queue fetches one batch and stores up to two at a time. */
export const QUEUE_CONNECTIONS = 8;

/**
 * The statements of queues run hundreds of times a second on tables that are empty one minute and hold millions of rows
 * the next. Planning them anew costs as much as running them; a plan that was made for the empty table would be ruinous.
 * So their plans are made once, and can only be the one that is right at any size: row by row, by an index.
 */
const SETTINGS = [
  'plan_cache_mode = force_generic_plan',
  ...['enable_seqscan = off', 'enable_bitmapscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off'],
];

export function fixPlans(pool: pg.Pool): void {
  const statement = SETTINGS.map((setting) => `set ${setting}`).join(';');
  pool.on('connect', (client) => {
    // Before the first query of this connection; where it fails, so will that one.
    client.query(statement).catch(() => {});
  });
}

/**
 * A join from a few rows to a large table by its key: `where ${byKey('d.id', 'given.id')}`. Written as an equality the
 * planner might as well walk the table in the order of its key and look each row up among the few, which costs the same
 * while the table is empty. A range, though it holds just one value, leaves it no other way.
 */
export function byKey(column: string, given: string): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} >= ${sql.ref(given)} and ${sql.ref(column)} <= ${sql.ref(given)})`;
}
