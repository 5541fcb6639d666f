import { Button } from '@mantine/core';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { periodRange } from '#ui/period.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { wordsOf } from './compose/rendered-text.tsx';
import { describeReason } from './describe-message.ts';
import type { Message, MessagePage } from './message-api.ts';
import { FILTERS, MessageFilters } from './message-filters.tsx';
import { MessageStatusBadge } from './message-status.tsx';
import styles from './messages-page.module.css';
import { reasonTexts } from './reason-texts.ts';
import { messageTexts } from './texts.ts';

const LOOK_EVERY_MS = 5000;
const rowsOf = ({ messages }: MessagePage) => messages;

export function MessagesPage() {
  const t = useTexts(messageTexts);
  const { api, key, project, mayChange } = useProject();
  const { slug } = project;
  const columns = useMessageColumns();
  const filters = useFilters(FILTERS);
  const { messageId } = useParams({ strict: false });
  const { status, channel, subscriber_id, job_id } = filters.values;
  const { rows, query } = usePages({
    key: [...key, 'messages', 'log', filters.values],
    load: (cursor, signal) => {
      const range = periodRange(filters.values, new Date());
      return api.get<MessagePage>('/v1/messages', { status, channel, subscriber_id, job_id, ...range, cursor }, signal);
    },
    rowsOf,
    every: messageId === undefined ? LOOK_EVERY_MS : false,
  });
  const writeButton = mayChange && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/p/$slug/messages/new" params={{ slug }} {...props} />}
    >
      {t.write}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={writeButton} />
      <MessageFilters filters={filters} />
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ message_id }) => message_id}
          rowLink={({ message_id }) => ({
            to: '/p/$slug/messages/$messageId',
            params: { slug, messageId: message_id },
            search: true,
            resetScroll: false,
          })}
          selectedKey={messageId}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={
            filters.any ? (
              <NothingMatches onClear={filters.clear} />
            ) : (
              <EmptyState
                title={t.emptyTitle}
                text={t.emptyText}
                curl={{ path: '/v1/send', body: { external_id: 'user-42', text: 'Hello, {{ first_name }}' } }}
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

function useMessageColumns(): Column<Message>[] {
  const t = useTexts(messageTexts);
  const reasons = useTexts(reasonTexts);
  return [
    {
      key: 'message',
      header: t.message,
      cell: ({ text }) =>
        text === null ? (
          <span className="soft">{t.noText}</span>
        ) : (
          <span className={styles['words']}>{wordsOf(text)}</span>
        ),
    },
    {
      key: 'to',
      header: t.to,
      tight: true,
      cell: ({ first_name, subscriber_id }) =>
        first_name ?? <span className={`mono ${styles['id']}`}>{subscriber_id}</span>,
    },
    { key: 'channel', header: t.channel, tight: true, cell: ({ channel }) => <ChannelName channel={channel} /> },
    { key: 'status', header: t.status, tight: true, cell: ({ status }) => <MessageStatusBadge status={status} /> },
    {
      key: 'reason',
      header: t.reason,
      tight: true,
      cell: ({ reason }) => reason !== null && describeReason(reasons, reason).short,
    },
    { key: 'when', header: t.when, tight: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  ];
}
