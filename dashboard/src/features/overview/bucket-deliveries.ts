import type { Format } from '#lang/format.ts';
import type { ChartColumn } from '#ui/chart.tsx';
import type { Delivery } from '../webhooks/webhook-api.ts';

const HOUR = 3_600_000;
const MOST_COLUMNS = 24;

/** Deliveries by time, in at most 24 equal stretches of whole hours, empty ones included; oldest first. */
export function bucketDeliveries(deliveries: Delivery[], format: Format): ChartColumn[] {
  const times = deliveries.map(({ created_at }) => Date.parse(created_at));
  const first = Math.min(...times);
  const last = Math.max(...times);
  const hours = Math.max(1, Math.ceil((last - first) / HOUR / MOST_COLUMNS));
  const size = hours * HOUR;
  const start = Math.floor(first / HOUR) * HOUR;
  const columns = Array.from({ length: Math.floor((last - start) / size) + 1 }, (_, at) => ({
    label: hours < 12 ? format.hour(new Date(start + at * size)) : format.shortDay(new Date(start + at * size)),
    detail: format.dateTime(new Date(start + at * size)),
    values: { delivered: 0, failed: 0, other: 0 },
  }));
  deliveries.forEach(({ status }, at) => {
    const column = columns[Math.floor(((times[at] ?? first) - start) / size)];
    if (column !== undefined) column.values[status === 'delivered' || status === 'failed' ? status : 'other']++;
  });
  return columns;
}
