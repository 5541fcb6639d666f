import { Button } from '@mantine/core';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { usePages } from '#api/pages.ts';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { BROADCAST_STATUSES, type Broadcast, type BroadcastPage, LOOK_EVERY_MS } from './broadcast-api.ts';
import { BroadcastStatusBadge } from './broadcast-status.tsx';
import styles from './broadcasts-page.module.css';
import { doneOf } from './describe-broadcast.ts';
import { ProgressBar } from './progress-bar.tsx';
import { broadcastTexts } from './texts.ts';

const rowsOf = ({ broadcasts }: BroadcastPage) => broadcasts;

export function BroadcastsPage() {
  const t = useTexts(broadcastTexts);
  const { api, key, project, mayChange } = useProject();
  const { slug } = project;
  const { jobId } = useParams({ strict: false });
  const columns = useBroadcastColumns();
  const filters = useFilters(['status']);
  const { status } = filters.values;
  const { rows, query } = usePages({
    key: [...key, 'broadcasts', 'list', { status }],
    load: (cursor, signal) => api.get<BroadcastPage>('/v1/broadcast', { status, cursor }, signal),
    rowsOf,
    every: LOOK_EVERY_MS * 2,
  });
  const create = mayChange && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/p/$slug/broadcasts/new" params={{ slug }} {...props} />}
    >
      {t.create}
    </Button>
  );
  const isNew = rows.length === 0 && !filters.any && !query.isPending;
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={!isNew && create} />
      {!isNew && (
        <FilterBar onClear={filters.any ? filters.clear : undefined}>
          <FilterSelect
            label={t.status}
            value={status}
            choices={BROADCAST_STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
            onChange={(value) => filters.set({ status: value })}
          />
        </FilterBar>
      )}
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ job_id }) => job_id}
          rowLink={({ job_id }) => ({
            to: '/p/$slug/broadcasts/$jobId',
            params: { slug, jobId: job_id },
            search: true,
            resetScroll: false,
          })}
          selectedKey={jobId}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={
            filters.any ? (
              <NothingMatches onClear={filters.clear} />
            ) : (
              <EmptyState
                title={t.emptyTitle}
                text={t.emptyText}
                action={create}
                curl={{ path: '/v1/broadcast', body: { text: 'Hello, {{ first_name }}.', dry_run: true } }}
              />
            )
          }
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

function useBroadcastColumns(): Column<Broadcast>[] {
  const t = useTexts(broadcastTexts);
  const format = useFormat();
  const count = (part: 'sent' | 'failed' | 'skipped'): Column<Broadcast> => ({
    key: part,
    header: t[part],
    tight: true,
    align: 'right',
    cell: (broadcast) => <span className="numbers">{format.number(broadcast[part])}</span>,
  });
  return [
    {
      key: 'started',
      header: t.job.message,
      cell: ({ text, created_at, retry_of }) => (
        <>
          <div className={styles['text']}>{text}</div>
          <span className="soft small">
            {format.dateTime(created_at)}
            {retry_of !== null && ` · ${t.again}`}
          </span>
        </>
      ),
    },
    { key: 'status', header: t.status, tight: true, cell: ({ status }) => <BroadcastStatusBadge status={status} /> },
    {
      key: 'progress',
      header: t.progress,
      cell: (broadcast) => (
        <div className={styles['progress']}>
          <ProgressBar broadcast={broadcast} />
          <span className="soft small numbers nowrap">
            {t.done(format.number(doneOf(broadcast)), format.number(broadcast.total))}
          </span>
        </div>
      ),
    },
    count('sent'),
    count('failed'),
    count('skipped'),
  ];
}
