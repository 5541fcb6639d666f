import type { Logger } from 'pino';
import type { Config } from '#config';
import { type OpenDatabase, openDatabase } from './database.ts';
import { connectionAttempts, openFirst } from './database-url.ts';
import { startEmbeddedPostgres } from './embedded/index.ts';
import { waitForDatabase } from './wait-for-database.ts';

/** The configured database, reachable: the embedded one started, or the given one waited for. */
export async function connectDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  signal: AbortSignal,
): Promise<OpenDatabase> {
  const say = (line: string) => log.info(line);
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost');
  if (config.databaseUrl !== undefined) {
    return openFirst(connectionAttempts(config.databaseUrl), async (attempt) => {
      const open = openDatabase(attempt, { onError });
      try {
        await waitForDatabase(open.pool, { say, signal });
        return open;
      } catch (error) {
        await open.close();
        throw error;
      }
    });
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, say });
  const open = openDatabase(embedded.connection, { onError });
  return {
    ...open,
    async close() {
      await open.close();
      await embedded.stop();
    },
  };
}
