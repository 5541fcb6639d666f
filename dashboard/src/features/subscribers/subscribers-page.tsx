import { Button } from '@mantine/core';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { ExportButton } from './export-button.tsx';
import { MarkList } from './mark-list.tsx';
import { SubscribeLinkDialog } from './subscribe-link-dialog.tsx';
import type { Subscriber, SubscriberPage } from './subscriber-api.ts';
import { FILTERS, SubscriberFilters } from './subscriber-filters.tsx';
import { SubscriberState } from './subscriber-state.tsx';
import styles from './subscribers-page.module.css';
import { subscriberTexts } from './texts.ts';

const rowsOf = ({ subscribers }: SubscriberPage) => subscribers;

export function SubscribersPage() {
  const t = useTexts(subscriberTexts);
  const { api, key, project } = useProject();
  const { slug } = project;
  const columns = useSubscriberColumns();
  const filters = useFilters(FILTERS);
  const { subscriberId } = useParams({ strict: false });
  const [showsLink, setShowsLink] = useState(false);
  const { rows, first, query } = usePages({
    key: [...key, 'subscribers', 'list', filters.values],
    load: (cursor, signal) => api.get<SubscriberPage>('/v1/subscribers', { ...filters.values, cursor }, signal),
    rowsOf,
  });
  const linkButton = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setShowsLink(true)}>
      {t.link.open}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={linkButton} />
      <SubscriberFilters
        filters={filters}
        aside={
          <>
            {first !== undefined && <span className="soft small numbers nowrap">{t.total(first.total)}</span>}
            <ExportButton filter={filters.values} />
          </>
        }
      />
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ subscriber_id }) => subscriber_id}
          rowLink={({ subscriber_id }) => ({
            to: '/p/$slug/subscribers/$subscriberId',
            params: { slug, subscriberId: subscriber_id },
            search: true,
            resetScroll: false,
          })}
          selectedKey={subscriberId}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={
            filters.any ? (
              <NothingMatches onClear={filters.clear} />
            ) : (
              <EmptyState title={t.emptyTitle} text={t.emptyText} curl={{ path: '/v1/subscribe-link' }} />
            )
          }
          more={{
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            load: () => void query.fetchNextPage(),
          }}
        />
      )}
      {showsLink && <SubscribeLinkDialog onClose={() => setShowsLink(false)} />}
      <Outlet />
    </>
  );
}

function useSubscriberColumns(): Column<Subscriber>[] {
  const t = useTexts(subscriberTexts);
  return [
    {
      key: 'person',
      header: t.person,
      cell: ({ first_name, username }) => (
        <>
          {first_name}
          {username !== null && <span className="soft"> @{username}</span>}
        </>
      ),
    },
    { key: 'channel', header: t.channel, tight: true, cell: ({ channel }) => <ChannelName channel={channel} /> },
    { key: 'state', header: t.state, tight: true, cell: (subscriber) => <SubscriberState subscriber={subscriber} /> },
    {
      key: 'external',
      header: t.externalId,
      hiddenOnPhone: true,
      cell: ({ external_id }) =>
        external_id !== null && (
          <span className={`mono ${styles['id']}`} title={external_id}>
            {external_id}
          </span>
        ),
    },
    { key: 'tags', header: t.tags, cell: ({ tags }) => <MarkList names={tags} /> },
    { key: 'since', header: t.since, tight: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  ];
}
