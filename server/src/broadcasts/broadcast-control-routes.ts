import { answers, type HttpServer, PROJECT_ERRORS } from '#http';
import { BroadcastJson, broadcastJson, StartedJson, startedJson } from './broadcast-json.ts';
import { common, JobParams, knownJobId } from './broadcast-routes.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { cancelBroadcast } from './cancel-broadcast.ts';
import { pauseBroadcast, resumeBroadcast } from './pause-broadcast.ts';
import { retryBroadcast } from './retry-broadcast.ts';

const changed = answers({ 200: BroadcastJson }, [...PROJECT_ERRORS, 'not_found', 'conflict']);

/** Under /v1: what can be done about a broadcast under way, or after it. */
export function broadcastControlRoutes(v1: HttpServer, options: BroadcastsOptions): void {
  const { clock } = options;

  v1.post(
    '/broadcast/:job_id/pause',
    {
      schema: {
        ...common,
        operationId: 'pauseBroadcast',
        summary: 'Pause a broadcast',
        description: 'What is on its way still arrives. Pausing twice is pausing once; 409 once it is over.',
        params: JobParams,
        response: changed,
      },
    },
    async ({ caller, params }) =>
      broadcastJson(await pauseBroadcast(options, caller, knownJobId(params.job_id)), clock.now()),
  );

  v1.post(
    '/broadcast/:job_id/resume',
    {
      schema: {
        ...common,
        operationId: 'resumeBroadcast',
        summary: 'Go on with a paused broadcast',
        params: JobParams,
        response: changed,
      },
    },
    async ({ caller, params }) =>
      broadcastJson(await resumeBroadcast(options, caller, knownJobId(params.job_id)), clock.now()),
  );

  v1.delete(
    '/broadcast/:job_id',
    {
      schema: {
        ...common,
        operationId: 'cancelBroadcast',
        summary: 'Cancel a broadcast',
        description:
          'What has not gone out counts as skipped. What is just being sent still counts by its outcome: ' +
          '`broadcast.cancelled` tells the counts once that is known. 409 once it is over.',
        params: JobParams,
        response: changed,
      },
    },
    async ({ caller, params }) =>
      broadcastJson(await cancelBroadcast(options, caller, knownJobId(params.job_id)), clock.now()),
  );

  v1.post(
    '/broadcast/:job_id/retry',
    {
      schema: {
        ...common,
        operationId: 'retryBroadcast',
        summary: 'Send to those for whom it failed',
        description:
          'A new broadcast of the same message to those who are still subscribed, whatever the reason of their failure: ' +
          'after `unknown` somebody may get it twice. 409 while it runs, where nothing failed, or after the first retry.',
        params: JobParams,
        response: answers({ 202: StartedJson }, [...PROJECT_ERRORS, 'not_found', 'conflict', 'billing_blocked']),
      },
    },
    async ({ caller, params }, reply) =>
      reply.code(202).send(startedJson(await retryBroadcast(options, caller, knownJobId(params.job_id)))),
  );
}
