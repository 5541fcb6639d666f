import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CHANNELS } from '#api/me.ts';
import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { uiTexts } from '#ui/texts.ts';
import { useFilters } from '#ui/use-filters.ts';
import type { Login, LoginPage } from './login-api.ts';
import { LoginTabs } from './login-tabs.tsx';
import { loginTexts } from './texts.ts';

const LOOK_EVERY_MS = 5000;
const rowsOf = ({ logins }: LoginPage) => logins;

export function RecentLoginsPage() {
  const t = useTexts(loginTexts);
  const ui = useTexts(uiTexts);
  const { api, key, project } = useProject();
  const columns = useLoginColumns();
  const filters = useFilters(['channel']);
  const { channel } = filters.values;
  const { rows, query } = usePages({
    key: [...key, 'login', 'log', { channel }],
    load: (cursor, signal) => api.get<LoginPage>('/v1/auth/logins', { channel, cursor }, signal),
    rowsOf,
    every: LOOK_EVERY_MS,
  });
  return (
    <>
      <PageTitle title={t.title} lead={t.recent.lead} />
      <LoginTabs />
      <FilterBar onClear={filters.any ? filters.clear : undefined}>
        <FilterSelect
          label={t.recent.channel}
          value={channel}
          choices={CHANNELS.map((value) => ({ value, label: ui.channel[value] }))}
          onChange={(value) => filters.set({ channel: value })}
        />
      </FilterBar>
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.tabs.recent}
          columns={columns}
          rows={rows}
          rowKey={({ login_id }) => login_id}
          rowLink={({ subscriber_id }) => ({
            to: '/p/$slug/subscribers/$subscriberId',
            params: { slug: project.slug, subscriberId: subscriber_id },
          })}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={filters.any ? <NothingMatches onClear={filters.clear} /> : <NoLogins />}
          more={{
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            load: () => void query.fetchNextPage(),
          }}
        />
      )}
    </>
  );
}

function useLoginColumns(): Column<Login>[] {
  const t = useTexts(loginTexts).recent;
  return [
    {
      key: 'person',
      header: t.person,
      cell: ({ first_name, username }) => (
        <>
          {first_name ?? <span className="soft">{t.removed}</span>}
          {username !== null && <span className="soft"> @{username}</span>}
        </>
      ),
    },
    { key: 'channel', header: t.channel, tight: true, cell: ({ channel }) => <ChannelName channel={channel} /> },
    { key: 'kind', header: t.kind, tight: true, cell: ({ kind }) => t.kinds[kind] },
    {
      key: 'from',
      header: t.from,
      hiddenOnPhone: true,
      cell: ({ client_ip, state }) => <span className="mono">{[client_ip, state].filter(Boolean).join(' · ')}</span>,
    },
    {
      key: 'verified',
      header: t.verified,
      tight: true,
      cell: ({ verified_at }) => (
        <StatusBadge tone={verified_at === null ? 'waiting' : 'good'}>
          {verified_at === null ? t.verifiedNo : t.verifiedYes}
        </StatusBadge>
      ),
    },
    {
      key: 'confirmed',
      header: t.confirmed,
      tight: true,
      cell: ({ confirmed_at }) => <RelativeTime at={confirmed_at} />,
    },
  ];
}

function NoLogins() {
  const t = useTexts(loginTexts);
  const { slug } = useProject().project;
  return (
    <EmptyState
      title={t.recent.emptyTitle}
      text={t.recent.emptyText}
      action={
        <Button renderRoot={(props) => <Link to="/p/$slug/login" params={{ slug }} {...props} />}>
          {t.tabs.setUp}
        </Button>
      }
      curl={{ path: '/v1/auth/session', method: 'POST' }}
    />
  );
}
