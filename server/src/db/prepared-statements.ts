import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * Statements that begin with this comment are prepared once per connection: PostgreSQL then parses and plans them
 * once, not on every call. For hot statements whose text never varies.
 */
const MARK = '/* prepared */';

const names = new Map<string, string>();

type QueryFunction = (query: string | pg.QueryConfig, values?: unknown[]) => unknown;

/** Gives marked statements a name, which is how node-postgres is told to prepare them. */
export function prepareMarkedStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as QueryFunction;
    const named: QueryFunction = (statement, ...rest) => {
      if (typeof statement !== 'string' || !statement.startsWith(MARK)) return query(statement, ...rest);
      return query({ name: nameOf(statement), text: statement, values: rest[0] ?? [] });
    };
    client.query = named as typeof client.query;
  });
}

function nameOf(statement: string): string {
  let name = names.get(statement);
  if (name === undefined) {
    name = createHash('sha256').update(statement).digest('hex').slice(0, 32);
    names.set(statement, name);
  }
  return name;
}
