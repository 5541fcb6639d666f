import { Link } from '@tanstack/react-router';
import { usePages } from '#api/pages.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState, NothingMatches } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { periodRange } from '#ui/period.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { ActorName } from './actor-name.tsx';
import type { AuditEntry, AuditPage as Page } from './audit-api.ts';
import { AuditFilters, FILTERS } from './audit-filters.tsx';
import { describeEntry } from './describe-entry.ts';
import { entryLink } from './entry-link.ts';
import { auditTexts } from './texts.ts';
import { usePeople } from './use-people.ts';

const rowsOf = ({ entries }: Page) => entries;

export function AuditPage() {
  const t = useTexts(auditTexts);
  const { api, key } = useProject();
  const columns = useEntryColumns();
  const filters = useFilters(FILTERS);
  const { action, actor } = filters.values;
  const { rows, query } = usePages({
    key: [...key, 'audit', filters.values],
    load: (cursor, signal) => {
      const range = periodRange(filters.values, new Date());
      return api.get<Page>('/v1/audit', { action, actor, ...range, cursor }, signal);
    },
    rowsOf,
  });
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} />
      <AuditFilters filters={filters} />
      {query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          loading={query.isPending}
          stale={query.isPlaceholderData}
          empty={
            filters.any ? (
              <NothingMatches onClear={filters.clear} />
            ) : (
              <EmptyState title={t.emptyTitle} text={t.emptyText} curl={{ path: '/v1/audit' }} />
            )
          }
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

function useEntryColumns(): Column<AuditEntry>[] {
  const t = useTexts(auditTexts);
  return [
    { key: 'what', header: t.what, cell: (entry) => <Happening entry={entry} /> },
    { key: 'who', header: t.who, cell: (entry) => <ActorName entry={entry} /> },
    { key: 'when', header: t.when, tight: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  ];
}

/** The sentence, and for what has no words yet what the server wrote down. */
function Happening({ entry }: { entry: AuditEntry }) {
  const t = useTexts(auditTexts);
  const names = useTexts(nameTexts);
  const people = usePeople();
  const { slug } = useProject().project;
  const link = entryLink(slug, entry);
  const says = describeEntry(t, names, people, entry);
  const isKnown = Object.hasOwn(t.actions, entry.action);
  return (
    <>
      {link === undefined ? says : <Link {...link}>{says}</Link>}
      {!isKnown && <div className="mono soft">{JSON.stringify(entry.detail)}</div>}
    </>
  );
}
