/** The composition root: the only file that knows every feature. */
import type { Logger } from 'pino';
import { addCredits } from '#billing';
import type { Config } from '#config';
import type { OpenDatabase } from '#db';
import { Events } from '#events';
import {
  authenticateOperator,
  authenticateProject,
  createHttpServer,
  createMetrics,
  type HttpServer,
  Idempotency,
  KeyCache,
  RateLimit,
} from '#http';
import type { Clock } from '#lib/clock.ts';
import { findCaller, operatorRoutes, projectRoutes } from '#projects';
import { startHousekeeping, untilShort } from './housekeeping.ts';
import type { Secrets } from './secrets.ts';
import { VERSION } from './version.ts';

export type AppOptions = {
  config: Config;
  secrets: Secrets;
  log: Logger;
  clock: Clock;
  open: OpenDatabase;
};

export type App = {
  http: HttpServer;
  events: Events;
  idempotency: Idempotency;
  /** Starts what the roles of this process ask for; answers the address that it listens on. */
  start(): Promise<string>;
  /** Stops accepting, finishes what runs, within the given time. */
  stop(withinMs?: number): Promise<void>;
};

const MINUTE = 60_000;

export async function createApp({ config, secrets, log, clock, open }: AppOptions): Promise<App> {
  const { database, pool } = open;
  let stopping = false;
  const events = new Events();
  const idempotency = new Idempotency(database, clock, config.baseUrl);
  const metrics = createMetrics(pool);
  const http = await createHttpServer({ config, version: VERSION, log, pool, metrics, isStopping: () => stopping });

  if (config.roles.has('api')) {
    const authenticate = authenticateProject(new KeyCache(findCaller(database, clock)), new RateLimit(database, clock));
    await http.register(
      async (v1: HttpServer) => {
        v1.addHook('onRequest', authenticate);
        projectRoutes(v1, database);
      },
      { prefix: '/v1' },
    );
    const { adminToken } = secrets;
    if (adminToken !== undefined) {
      await http.register(
        async (admin: HttpServer) => {
          admin.addHook('onRequest', authenticateOperator(adminToken));
          operatorRoutes(admin, { database, clock, addCredits: addCredits(clock) });
        },
        { prefix: '/admin/v1' },
      );
    }
  }

  let housekeeping: { stop(): Promise<void> } | undefined;
  return {
    http,
    events,
    idempotency,
    async start() {
      if (config.roles.has('worker')) {
        housekeeping = startHousekeeping(
          [
            {
              name: 'idempotency keys',
              everyMs: 10 * MINUTE,
              run: () => untilShort(1_000, (most) => idempotency.forgetOld(most)),
            },
          ],
          log,
        );
      }
      return http.listen({ host: config.host, port: config.port });
    },
    async stop(withinMs = 10_000) {
      stopping = true;
      const force = setTimeout(() => http.server.closeAllConnections(), withinMs);
      await Promise.all([http.close(), housekeeping?.stop()]);
      clearTimeout(force);
    },
  };
}
