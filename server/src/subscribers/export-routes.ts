import { Readable } from 'node:stream';
import Type from 'typebox';
import { answers, type HttpServer, PROJECT_ERRORS, TAGS } from '#http';
import { findProject, recordAudit } from '#projects';
import { csvPieces, requireCsvPlan } from './subscriber-csv.ts';
import { listSubscribers } from './subscriber-list-store.ts';
import { filterOf, SubscriberQuery } from './subscriber-routes.ts';
import type { SubscribersOptions } from './subscribers-options.ts';

/** Rows in memory at a time, twice over: those being sent and those read next. */
const BATCH = 1_000;

/** Under /v1. */
export function exportRoutes(v1: HttpServer, { database, clock }: SubscribersOptions): void {
  v1.get(
    '/subscribers.csv',
    {
      // A HEAD request would read everything for nothing.
      exposeHeadRoute: false,
      onRequest: async (request) => requireCsvPlan(await callersProject(request.caller.projectId)),
      schema: {
        tags: [TAGS.subscribers],
        security: [{ apiKey: [] }],
        operationId: 'exportSubscribers',
        summary: 'Export the subscribers as CSV, newest first',
        description:
          'From the Basic plan up. Tags and permissions are separated by `;`. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
        querystring: SubscriberQuery,
        response: answers({ 200: Type.String({ description: 'CSV (RFC 4180) in UTF-8, with a line of headings.' }) }, [
          ...PROJECT_ERRORS,
          'invalid_external_id',
          'forbidden',
        ]),
      },
    },
    async (request, reply) => {
      const { projectId, actor } = request.caller;
      const { slug } = await callersProject(projectId);
      const filter = filterOf(request.query);
      const readBatch = (before: string | undefined) =>
        listSubscribers(database, projectId, filter, { before, limit: BATCH });
      // What can go wrong shows before the first byte, while an error can still be told.
      const first = await readBatch(undefined);
      await recordAudit(database, {
        ...{ projectId, actor, action: 'subscribers.exported' },
        detail: { ...request.query },
        at: clock.now(),
      });
      return (
        reply
          .header('content-disposition', `attachment; filename="${slug}-subscribers.csv"`)
          .header('cache-control', 'no-store')
          .type('text/csv; charset=utf-8; header=present')
          // A stream passes by the schema of the answer.
          .send(Readable.from(csvPieces(first, BATCH, readBatch)) as unknown as string)
      );
    },
  );

  async function callersProject(projectId: string) {
    const project = await findProject(database, projectId);
    if (project === undefined) throw new Error('The project of a caller is not there.');
    return project;
  }
}
