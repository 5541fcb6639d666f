import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import Type from 'typebox';
import { AppError } from '#lib/app-error.ts';
import { answers } from './answers.ts';
import { TAGS } from './openapi.ts';

const NEIGHBOURS = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

export function createMetrics(pool: pg.Pool): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'bellhop_database_connections',
    help: 'Connections of the pool by state; waiting counts callers without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return registry;
}

/** Counts and times every answered request by route pattern, never by path: paths can carry secrets. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'bellhop_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts as long as somebody watches.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

export function metricsRoute(app: FastifyInstance, registry: Registry): void {
  const schema = {
    operationId: 'getMetrics',
    summary: 'Metrics in the format of Prometheus',
    description: 'Answers loopback and private addresses that come without a proxy; others are 403.',
    tags: [TAGS.operation],
    security: [],
    response: answers({ 200: Type.String({ description: 'Text format.' }) }, ['forbidden']),
  };
  app.get('/metrics', { schema, logLevel: 'warn' }, async (request, reply) => {
    if (!isNeighbour(request.raw.socket.remoteAddress, request.headers)) {
      throw new AppError('forbidden', 'Metrics are read from the private network, directly and not through the proxy.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function isNeighbour(address: string | undefined, headers: Record<string, unknown>): boolean {
  if (address === undefined || headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined)
    return false;
  return NEIGHBOURS.has(ipaddr.process(address).range());
}
