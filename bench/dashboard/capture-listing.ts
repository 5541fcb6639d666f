import type pg from 'pg';
import { openDatabase } from '../../server/src/db/index.ts';
import { type DeliveryFilter, listDeliveries } from '../../server/src/webhooks/delivery-log-store.ts';

export type Statement = { text: string; values: unknown[] };

/** The program's own statement for a page of the log, caught on its way to the database. */
export async function captureListing(sql: pg.Client, projectId: string) {
  const { host, user, database: name } = sql;
  const open = openDatabase({ host, user: String(user), database: String(name) }, { onError: () => {} });
  let last: Statement | undefined;
  open.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query(...args: unknown[]) {
        const [first, values] = args as [string | Statement, unknown[] | undefined];
        last = typeof first === 'string' ? { text: first, values: values ?? [] } : first;
        return query(...args);
      },
    });
  });
  return {
    close: open.close,
    async statementOf(filter: DeliveryFilter, limit: number): Promise<Statement> {
      // One more than is shown: whether there is a next page.
      await listDeliveries(open.database, projectId, filter, { before: undefined, limit: limit + 1 });
      if (last === undefined) throw new Error('No statement was seen.');
      const { text, values } = last;
      return { text, values };
    },
  };
}
