import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { refuseBadText } from './text-rules.ts';

/** JSON in UTF-8 and nothing else; an empty body is an empty object. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, {});
    if (!isUtf8(bytes)) return done(new AppError('validation_failed', 'The body is not valid UTF-8.'));
    parseJson(request, bytes.toString('utf8'), (error, body) => {
      if (error) return done(new AppError('validation_failed', 'The body is not valid JSON.'));
      done(null, body);
    });
  });
  app.addHook('preValidation', async (request) => {
    refuseBadText(request.params);
    refuseBadText(request.query);
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {};
    refuseBadText(request.body);
  });
}
