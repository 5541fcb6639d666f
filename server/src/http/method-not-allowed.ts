import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { AppError } from '#lib/app-error.ts';

/** Tells "no such address" from "not with this method", for which Fastify itself keeps no record. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known = findMyWay();
  const methods = new Set<HTTPMethods>();

  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      methods.add(method as HTTPMethods);
      if (!known.hasRoute(method as HTTPMethod, route.url)) known.on(method as HTTPMethod, route.url, () => {});
    }
  });

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.raw.url ?? '/';
    const allowed = [...methods].filter(
      (method) => known.find(method as HTTPMethod, path.split('?')[0] ?? '/') !== null,
    );
    if (allowed.length === 0)
      throw new AppError('not_found', 'There is nothing at this address. The API is described at /docs.');
    reply.header('allow', allowed.sort().join(', '));
    throw new AppError('method_not_allowed', `This address answers ${allowed.join(', ')}, not ${request.method}.`);
  });
}
