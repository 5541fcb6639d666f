import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Chart } from '#ui/chart.tsx';
import { Section } from '#ui/section.tsx';
import type { DeliveryPage } from '../webhooks/webhook-api.ts';
import { bucketDeliveries } from './bucket-deliveries.ts';
import { overviewTexts } from './texts.ts';

/** The API hands out 200 at most at once; that many say how things stand. */
const LOOK_AT = 200;

export function WebhookChart() {
  const t = useTexts(overviewTexts);
  const format = useFormat();
  const { api, key, project } = useProject();
  const { data } = useQuery({
    queryKey: [...key, 'webhooks', 'deliveries', 'overview'],
    queryFn: ({ signal }) => api.get<DeliveryPage>('/v1/webhooks/deliveries', { limit: LOOK_AT }, signal),
    refetchInterval: 30_000,
  });
  const deliveries = data?.deliveries ?? [];
  return (
    <Section
      title={t.webhookChart}
      card
      action={
        <Link to="/p/$slug/webhooks/deliveries" params={{ slug: project.slug }}>
          {t.lookAtLog}
        </Link>
      }
    >
      {deliveries.length === 0 ? (
        <p className="soft">{data && t.webhookNone}</p>
      ) : (
        <Chart
          title={t.webhookLast(deliveries.length)}
          columns={bucketDeliveries(deliveries, format)}
          series={[
            { key: 'delivered', label: t.series.delivered, color: 'good' },
            { key: 'failed', label: t.series.failed, color: 'bad' },
            { key: 'other', label: t.series.other, color: 'quiet' },
          ]}
        />
      )}
    </Section>
  );
}
