import Type from 'typebox';
import { answers, type HttpServer, PROJECT_ERRORS, TAGS } from '#http';
import { addSeconds } from '#lib/clock.ts';
import { timestamp } from '#lib/timestamp.ts';
import { countDeliveries } from './delivery-stats-store.ts';
import type { Webhooks } from './webhooks.ts';

const HOUR = 3_600;
/** So many spans of so many seconds, the last of which is under way. */
const PERIODS = {
  day: { spans: 24, seconds: HOUR },
  week: { spans: 7, seconds: 24 * HOUR },
  month: { spans: 30, seconds: 24 * HOUR },
} as const;

const Count = Type.Integer({ minimum: 0 });
const Span = Type.Object({
  from: Type.String({ format: 'date-time', description: 'Where the hour or day (UTC) begins.' }),
  ...{ delivered: Count, failed: Count, skipped: Count, pending: Count },
});

/** Under /v1. */
export function deliveryStatsRoutes(v1: HttpServer, { options }: Webhooks): void {
  const { database, clock } = options;
  v1.get(
    '/webhooks/stats',
    {
      schema: {
        tags: [TAGS.webhooks],
        security: [{ apiKey: [] }],
        operationId: 'getWebhookStats',
        summary: 'Deliveries over time, by what became of them',
        description: 'By the time of the event; `day` in hours, `week` and `month` in days, oldest first.',
        querystring: Type.Object({ period: Type.Enum(['day', 'week', 'month'], { default: 'week' }) }),
        response: answers({ 200: Type.Object({ spans: Type.Array(Span) }) }, PROJECT_ERRORS),
      },
    },
    async (request) => {
      const { spans, seconds } = PERIODS[request.query.period];
      const end = (Math.floor(clock.now().getTime() / 1000 / seconds) + 1) * seconds;
      const first = new Date((end - spans * seconds) * 1000);
      const bounds = Array.from({ length: spans + 1 }, (_, n) => addSeconds(first, n * seconds));
      const counts = await countDeliveries(database, request.caller.projectId, bounds);
      const ofState = (from: Date, state: string): number =>
        counts.find((count) => count.from.getTime() === from.getTime() && count.state === state)?.deliveries ?? 0;
      return {
        spans: bounds.slice(0, -1).map((from) => ({
          from: timestamp(from),
          delivered: ofState(from, 'delivered'),
          failed: ofState(from, 'failed'),
          skipped: ofState(from, 'skipped'),
          pending: ofState(from, 'pending'),
        })),
      };
    },
  );
}
