import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#config';
import { AppError } from '#lib/app-error.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { docsPages, type EventEntry } from './docs/index.ts';
import { ERROR_CODES } from './error-codes.ts';
import { sendError, toAppError } from './error-response.ts';
import { healthRoutes } from './health.ts';
import { acceptJsonBodies } from './json-body.ts';
import { answerUnknownRoutes } from './method-not-allowed.ts';
import { measureRequests, metricsRoute } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { requestIds } from './request-ids.ts';
import { securityHeaders } from './security-headers.ts';
import { compileValidator } from './validation.ts';

const BODY_LIMIT = 1024 * 1024;

export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export type HttpOptions = {
  config: Pick<Config, 'baseUrl' | 'trustProxy'>;
  version: string;
  log: Logger;
  pool: pg.Pool;
  metrics: Registry;
  isStopping: () => boolean;
  /** What the docs say of events; http itself knows none. */
  events: EventEntry[];
};

/** What every process serves whatever its roles: envelope, headers, health, metrics, docs. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { baseUrl, trustProxy } = options.config;
  const headers = securityHeaders(baseUrl);
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // Our own line per request names the route, never the address.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy,
    bodyLimit: BODY_LIMIT,
    // A name in an address: 64 characters that may each take two units.
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // While stopping we answer 503 ourselves, in the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: requestIds(),
    clientErrorHandler: answerBrokenRequests(baseUrl),
    // Fastify runs no hook for these.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, 'x-request-id': request.id });
      void sendError(reply, baseUrl, toAppError(error));
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (ERROR_CODES[error.code].status >= 500)
      request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
    return sendError(reply, baseUrl, error);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    if (options.isStopping() && request.routeOptions.url !== '/healthz') {
      reply.header('connection', 'close');
      throw new AppError('service_unavailable', 'This process is stopping. Repeat the request.', { retryAfter: 1 });
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    // Fetched by the dozen with every page, and of no interest.
    const level = route?.startsWith('/assets/') ? 'debug' : 'info';
    const ms = Math.round(reply.elapsedTime);
    request.log[level]({ method: request.method, route, status: reply.statusCode, ms }, 'answered');
  });
  acceptJsonBodies(app);
  answerUnknownRoutes(app);
  measureRequests(app, options.metrics);
  await describeApi(app, { baseUrl, version: options.version });
  healthRoutes(app, options.pool, options.isStopping);
  metricsRoute(app, options.metrics);
  await app.register(docsPages, {
    version: options.version,
    errors: Object.entries(ERROR_CODES).map(([code, entry]) => ({ code, ...entry })),
    events: options.events,
    openapi: () => app.swagger(),
  });
  return app;
}
