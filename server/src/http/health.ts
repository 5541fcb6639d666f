import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { AppError } from '#lib/app-error.ts';
import { answers } from './answers.ts';
import { TAGS } from './openapi.ts';

const Status = Type.Object({ status: Type.Literal('ok') });

/** `/healthz`: the process lives. `/readyz`: it can serve, so send it requests. */
export function healthRoutes(app: FastifyInstance, pool: pg.Pool, isStopping: () => boolean): void {
  const common = { tags: [TAGS.operation], security: [] };
  const live = {
    ...common,
    operationId: 'getHealth',
    summary: 'Whether the process lives',
    response: answers({ 200: Status }, ['internal_error', 'bad_request']),
  };
  const ready = {
    ...common,
    operationId: 'getReadiness',
    summary: 'Whether the process can serve requests',
    response: answers({ 200: Status }, ['service_unavailable', 'bad_request']),
  };
  app.get('/healthz', { schema: live, logLevel: 'warn' }, async () => ({ status: 'ok' as const }));
  app.get('/readyz', { schema: ready, logLevel: 'warn' }, async () => {
    if (isStopping()) throw new AppError('service_unavailable', 'This process is stopping.', { retryAfter: 1 });
    await pool.query('select 1');
    return { status: 'ok' as const };
  });
}
