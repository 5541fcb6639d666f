import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { Section } from '#ui/section.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { describeReason } from '../messages/describe-message.ts';
import { MESSAGE_STATUSES } from '../messages/message-api.ts';
import { MessageStatusBadge } from '../messages/message-status.tsx';
import { reasonTexts } from '../messages/reason-texts.ts';
import { messageTexts } from '../messages/texts.ts';
import type { Broadcast, Recipient, RecipientPage } from './broadcast-api.ts';
import { broadcastTexts } from './texts.ts';

const LOOK_EVERY_MS = 5000;
const rowsOf = ({ deliveries }: RecipientPage) => deliveries;

/** Everybody it is for, and what became of it; the filter is in the address, beside that of the list. */
export function RecipientTable({ broadcast: { job_id, finished_at } }: { broadcast: Broadcast }) {
  const t = useTexts(broadcastTexts);
  const { statuses } = useTexts(messageTexts);
  const { api, key, project } = useProject();
  const columns = useRecipientColumns();
  const filters = useFilters(['recipients']);
  const { recipients: status } = filters.values;
  const { rows, query } = usePages({
    key: [...key, 'broadcasts', 'recipients', job_id, { status }],
    load: (cursor, signal) =>
      api.get<RecipientPage>(`/v1/broadcast/${job_id}/deliveries`, { status, cursor, limit: 20 }, signal),
    rowsOf,
    every: finished_at === null ? LOOK_EVERY_MS : false,
  });
  return (
    <Section title={t.job.recipients}>
      <FilterBar>
        <FilterSelect
          label={t.job.recipientStatus}
          value={status}
          choices={MESSAGE_STATUSES.map((value) => ({ value, label: statuses[value] }))}
          onChange={(value) => filters.set({ recipients: value })}
        />
      </FilterBar>
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.job.recipients}
          columns={columns}
          rows={rows}
          rowKey={({ message_id }) => message_id}
          rowLink={({ message_id }) => ({
            to: '/p/$slug/messages/$messageId',
            params: { slug: project.slug, messageId: message_id },
          })}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={
            filters.any ? <NothingMatches onClear={filters.clear} /> : <p className="soft">{t.job.noRecipients}</p>
          }
          more={{
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            load: () => void query.fetchNextPage(),
          }}
        />
      )}
    </Section>
  );
}

function useRecipientColumns(): Column<Recipient>[] {
  const t = useTexts(broadcastTexts);
  const reasons = useTexts(reasonTexts);
  return [
    { key: 'person', header: t.job.person, cell: ({ first_name }) => first_name },
    { key: 'channel', header: t.job.channel, tight: true, cell: ({ channel }) => <ChannelName channel={channel} /> },
    {
      key: 'status',
      header: t.job.recipientStatus,
      tight: true,
      cell: ({ status, reason }) => (
        <>
          <MessageStatusBadge status={status} />
          {reason !== null && <div className="soft small">{describeReason(reasons, reason).short}</div>}
        </>
      ),
    },
  ];
}
