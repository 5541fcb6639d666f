import { queryOptions } from '@tanstack/react-query';
import type { Format } from '#lang/format.ts';
import type { CurrentProject } from '#shell/project-context.tsx';
import type { ChartColumn } from '#ui/chart.tsx';

export const STATS_PERIODS = ['day', 'week', 'month'] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** An hour of `day`, a day (UTC) of the others. */
export type Span = { from: string; delivered: number; failed: number; skipped: number; pending: number };

export const statsQuery = ({ api, key }: CurrentProject, period: StatsPeriod) =>
  queryOptions({
    queryKey: [...key, 'webhooks', 'stats', period],
    queryFn: async ({ signal }) => (await api.get<{ spans: Span[] }>('/v1/webhooks/stats', { period }, signal)).spans,
    // It has to count them all.
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

export function spanColumns(spans: Span[], period: StatsPeriod, format: Format): ChartColumn[] {
  return spans.map(({ from, delivered, failed, skipped, pending }) => {
    const values = { delivered, failed, other: skipped + pending };
    if (period === 'day') return { label: format.hour(from), detail: format.dateTime(from), values };
    // A day of UTC keeps its date wherever the reader is.
    const noon = `${from.slice(0, 10)}T12:00:00`;
    return { label: format.shortDay(noon), detail: format.day(noon), values };
  });
}

/** Of what has arrived or been given up; undefined before there is any. */
export function successShare(spans: Span[]): number | undefined {
  const total = (of: 'delivered' | 'failed') => spans.reduce((sum, span) => sum + span[of], 0);
  const finished = total('delivered') + total('failed');
  return finished === 0 ? undefined : total('delivered') / finished;
}

export const isQuiet = (spans: Span[]): boolean =>
  spans.every(({ delivered, failed, skipped, pending }) => delivered + failed + skipped + pending === 0);
