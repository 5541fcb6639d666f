import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { periodRange } from '#ui/period.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { DeliveryFilters, FILTERS } from './delivery-filters.tsx';
import { DeliveryStatusBadge } from './delivery-status.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import { shortAnswer } from './describe-delivery.ts';
import { LiveNote } from './live-note.tsx';
import { webhookTexts } from './texts.ts';
import { useReading } from './use-reading.ts';
import { type Delivery, type DeliveryPage, endpointsQuery } from './webhook-api.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

const LOOK_EVERY_MS = 3000;
const rowsOf = ({ deliveries }: DeliveryPage) => deliveries;

export function DeliveriesPage() {
  const t = useTexts(deliveryTexts);
  const { title, tabs } = useTexts(webhookTexts);
  const columns = useDeliveryColumns();
  const project = useProject();
  const { slug } = project.project;
  const { deliveryId } = useParams({ strict: false });
  const filters = useFilters(FILTERS);
  const isReading = useReading() || deliveryId !== undefined;
  const { status, event, endpoint_id } = filters.values;

  const { rows, query } = usePages({
    key: [...project.key, 'webhooks', 'deliveries', 'log', filters.values],
    load: (cursor, signal) => {
      const range = periodRange(filters.values, new Date());
      const asked = { status, event, endpoint_id, ...range, cursor };
      return project.api.get<DeliveryPage>('/v1/webhooks/deliveries', asked, signal);
    },
    rowsOf,
    every: isReading ? false : LOOK_EVERY_MS,
  });

  return (
    <>
      <PageTitle title={title} lead={t.lead} />
      <WebhookTabs />
      <DeliveryFilters filters={filters} aside={<LiveNote paused={isReading} />} />
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={tabs.deliveries}
          columns={columns}
          rows={rows}
          rowKey={({ delivery_id }) => delivery_id}
          rowLink={({ delivery_id }) => ({
            to: '/p/$slug/webhooks/deliveries/$deliveryId',
            params: { slug, deliveryId: delivery_id },
            search: true,
            resetScroll: false,
          })}
          selectedKey={deliveryId}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={filters.any ? <NothingMatches onClear={filters.clear} /> : <NoDeliveries />}
          more={{
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            load: () => void query.fetchNextPage(),
          }}
        />
      )}
      <Outlet />
    </>
  );
}

function useDeliveryColumns(): Column<Delivery>[] {
  const t = useTexts(deliveryTexts);
  const { data: endpoints = [] } = useQuery(endpointsQuery(useProject()));
  const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url;
  return [
    { key: 'event', header: t.event, cell: ({ event }) => <span className="mono nowrap">{event}</span> },
    { key: 'status', header: t.status, tight: true, cell: ({ status }) => <DeliveryStatusBadge status={status} /> },
    {
      key: 'answer',
      header: t.answer,
      tight: true,
      cell: (delivery) => <span className="numbers">{shortAnswer(t, delivery)}</span>,
    },
    {
      key: 'endpoint',
      header: t.endpoint,
      cell: ({ endpoint_id }) => urlOf(endpoint_id) ?? <span className="soft">{t.removedEndpoint}</span>,
    },
    {
      key: 'attempts',
      header: t.attempts,
      tight: true,
      align: 'right',
      cell: ({ attempt_count }) => <span className="numbers">{attempt_count}</span>,
    },
    { key: 'when', header: t.when, tight: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  ];
}

function NoDeliveries() {
  const t = useTexts(deliveryTexts);
  const project = useProject();
  const { data: endpoints = [] } = useQuery(endpointsQuery(project));
  const id = endpoints[0]?.id;
  return (
    <EmptyState
      title={t.emptyTitle}
      text={id === undefined ? t.emptyNoEndpoint : t.emptyText}
      action={
        <Button
          renderRoot={(props) => <Link to="/p/$slug/webhooks" params={{ slug: project.project.slug }} {...props} />}
        >
          {t.toEndpoints}
        </Button>
      }
      {...(id !== undefined && { curl: { path: `/v1/webhooks/${id}/test`, body: { event: 'auth.completed' } } })}
    />
  );
}
