import { Button } from '@mantine/core';
import { Outlet, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { callApi } from '#api/browser-client.ts';
import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FilterBar, FilterSearch } from '#ui/filter-bar.tsx';
import { Icon } from '#ui/icons.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { CreateProjectDialog } from './create-project-dialog.tsx';
import type { OperatorProject, OperatorProjectPage } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

const rowsOf = ({ projects }: OperatorProjectPage) => projects;

export function AllProjectsPage() {
  const t = useTexts(operatorTexts).projects;
  const { projectId } = useParams({ strict: false });
  const columns = useProjectColumns();
  const filters = useFilters(['q']);
  const { set } = filters;
  const { q } = filters.values;
  const [creating, setCreating] = useState(false);
  const { rows, query } = usePages({
    key: ['operator', 'projects', 'list', { q }],
    load: (cursor, signal) => callApi<OperatorProjectPage>('/admin/v1/projects', { query: { q, cursor }, signal }),
    rowsOf,
  });
  const find = useCallback((wish: string | undefined) => set({ q: wish }, { replace: true }), [set]);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={create} />
      <FilterBar>
        <FilterSearch label={t.search} placeholder={t.searchHint} value={q} onChange={find} />
      </FilterBar>
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ project_id }) => project_id}
          rowLink={({ project_id }) => ({
            to: '/operator/projects/$projectId',
            params: { projectId: project_id },
            search: true,
            resetScroll: false,
          })}
          selectedKey={projectId}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={
            filters.any ? (
              <NothingMatches onClear={filters.clear} />
            ) : (
              <EmptyState title={t.emptyTitle} text={t.emptyText} />
            )
          }
          more={{
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            load: () => void query.fetchNextPage(),
          }}
        />
      )}
      {creating && <CreateProjectDialog onClose={() => setCreating(false)} />}
      <Outlet />
    </>
  );
}

function useProjectColumns(): Column<OperatorProject>[] {
  const t = useTexts(operatorTexts).projects;
  const names = useTexts(nameTexts);
  return [
    { key: 'name', header: t.name, cell: ({ name }) => name },
    { key: 'slug', header: t.slug, cell: ({ slug }) => <span className="mono">{slug}</span> },
    { key: 'plan', header: t.plan, tight: true, cell: ({ plan }) => names.plans[plan] },
    {
      key: 'status',
      header: t.status,
      tight: true,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'good' : 'quiet'}>{names.statuses[status]}</StatusBadge>
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
