import { SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Chart } from '#ui/chart.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Section } from '#ui/section.tsx';
import { useFilters } from '#ui/use-filters.ts';
import styles from './overview-page.module.css';
import { overviewTexts } from './texts.ts';
import {
  isQuiet,
  type Span,
  STATS_PERIODS,
  type StatsPeriod,
  spanColumns,
  statsQuery,
  successShare,
} from './webhook-stats.ts';

export function WebhookChart() {
  const t = useTexts(overviewTexts);
  const project = useProject();
  const filters = useFilters(['period']);
  const period = STATS_PERIODS.find((one) => one === filters.values.period) ?? 'week';
  const stats = useQuery({ ...statsQuery(project, period), placeholderData: keepPreviousData });
  return (
    <Section
      title={t.webhookChart}
      card
      action={
        <Link to="/p/$slug/webhooks/deliveries" params={{ slug: project.project.slug }}>
          {t.lookAtLog}
        </Link>
      }
    >
      <SegmentedControl
        aria-label={t.period}
        value={period}
        onChange={(value) => filters.set({ period: value === 'week' ? undefined : value })}
        data={STATS_PERIODS.map((value) => ({ value, label: t.periods[value] }))}
      />
      {stats.isError && <ErrorNote error={stats.error} onRetry={() => void stats.refetch()} />}
      {stats.isPending && <Skeleton height={200} />}
      {stats.data && <Spans spans={stats.data} period={period} />}
    </Section>
  );
}

function Spans({ spans, period }: { spans: Span[]; period: StatsPeriod }) {
  const t = useTexts(overviewTexts);
  const format = useFormat();
  const share = successShare(spans);
  if (isQuiet(spans)) return <p className={`soft ${styles['quiet']}`}>{t.webhookNone[period]}</p>;
  return (
    <>
      <p className={`soft ${styles['share']}`}>{share !== undefined && t.webhookShare(format.percent(share))}</p>
      <Chart
        title={t.webhookChart}
        columns={spanColumns(spans, period, format)}
        series={[
          { key: 'delivered', label: t.series.delivered, color: 'good' },
          { key: 'failed', label: t.series.failed, color: 'bad' },
          { key: 'other', label: t.series.other, color: 'quiet' },
        ]}
      />
    </>
  );
}
