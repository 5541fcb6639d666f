import type pg from 'pg';

/** Counts the statements that mention a word, whoever else uses the pool meanwhile; `stop` leaves the pool as it was. */
export function countStatements(pool: pg.Pool, word: string): { count: () => number; stop: () => void } {
  let count = 0;
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    client.query = ((...given: [string | { text: string }, ...unknown[]]) => {
      const text = typeof given[0] === 'string' ? given[0] : given[0].text;
      if (text.includes(word)) count += 1;
      return Reflect.apply(query, client, given);
    }) as typeof query;
  };
  pool.on('acquire', watch);
  return {
    count: () => count,
    stop: () => {
      pool.off('acquire', watch);
      for (const [client, query] of watched) client.query = query;
    },
  };
}
