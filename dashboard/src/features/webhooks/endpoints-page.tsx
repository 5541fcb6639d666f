import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SecretOnce } from '#ui/secret-once.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { uiTexts } from '#ui/texts.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { RecentStrip } from './recent-strip.tsx';
import { webhookTexts } from './texts.ts';
import { type Endpoint, endpointsQuery, useWebhookActs } from './webhook-api.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

export function EndpointsPage() {
  const t = useTexts(webhookTexts);
  const ui = useTexts(uiTexts);
  const project = useProject();
  const { slug } = project.project;
  const navigate = useNavigate();
  const { endpointId } = useParams({ strict: false });
  const endpoints = useQuery(endpointsQuery(project));
  const acts = useWebhookActs();
  const columns = useEndpointColumns();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<Endpoint & { secret: string }>();

  const addButton = project.mayChange && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t.endpoints.add}
    </Button>
  );
  const openCreated = async () => {
    const id = created?.id;
    setCreated(undefined);
    if (id !== undefined)
      await navigate({ to: '/p/$slug/webhooks/endpoints/$endpointId', params: { slug, endpointId: id } });
  };
  return (
    <>
      <PageTitle title={t.title} lead={t.endpoints.lead} action={(endpoints.data?.length ?? 0) > 0 && addButton} />
      <WebhookTabs />
      {endpoints.isError ? (
        <ErrorNote error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      ) : (
        <DataTable
          label={t.tabs.endpoints}
          loading={endpoints.isPending}
          rows={endpoints.data ?? []}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/p/$slug/webhooks/endpoints/$endpointId', params: { slug, endpointId: id } })}
          selectedKey={endpointId}
          columns={columns}
          empty={
            <EmptyState
              title={t.endpoints.emptyTitle}
              text={t.endpoints.emptyText}
              action={addButton}
              curl={{ path: '/v1/webhooks', body: { url: 'https://example.com/webhooks' } }}
            />
          }
        />
      )}
      {creating && (
        <EndpointForm
          onClose={() => setCreating(false)}
          title={t.endpoints.add}
          submit={ui.create}
          act={acts.create}
          onDone={(endpoint) => {
            setCreating(false);
            setCreated(endpoint);
          }}
        />
      )}
      <SecretOnce
        secret={created?.secret}
        title={t.endpoint.created}
        name={t.endpoint.secret}
        onClose={() => void openCreated()}
      >
        <p className="soft">{t.endpoint.useIt}</p>
      </SecretOnce>
      <Outlet />
    </>
  );
}

function useEndpointColumns(): Column<Endpoint>[] {
  const t = useTexts(webhookTexts).endpoints;
  return [
    {
      key: 'url',
      header: t.url,
      cell: ({ url, description }) => (
        <>
          <span className="mono">{url}</span>
          {description !== null && <div className="soft small">{description}</div>}
        </>
      ),
    },
    {
      key: 'events',
      header: t.events,
      tight: true,
      cell: ({ events }) => (events.length === 0 ? t.allEvents : t.someEvents(events.length)),
    },
    { key: 'recent', header: t.recent, tight: true, cell: ({ id }) => <RecentStrip endpointId={id} /> },
    {
      key: 'status',
      header: t.status,
      tight: true,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'good' : 'quiet'}>{t.statuses[status]}</StatusBadge>
      ),
    },
    {
      key: 'created',
      header: t.created,
      tight: true,
      hiddenOnPhone: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ];
}
