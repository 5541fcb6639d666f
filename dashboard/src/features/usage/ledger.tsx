import { Link } from '@tanstack/react-router';
import type { Pages } from '#api/pages.ts';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Section } from '#ui/section.tsx';
import { foldLedger } from './fold-ledger.ts';
import { usageTexts } from './texts.ts';
import type { LedgerEntry, Usage } from './usage-api.ts';

export function Ledger({ pages: { rows, query } }: { pages: Pages<Usage, LedgerEntry> }) {
  const t = useTexts(usageTexts);
  return (
    <Section title={t.ledger}>
      <DataTable
        label={t.ledger}
        rows={foldLedger(rows)}
        rowKey={({ id }) => id}
        loading={query.isPending}
        stale={query.isPlaceholderData}
        columns={[
          { key: 'what', header: t.what, cell: (entry) => <EntryName entry={entry} /> },
          {
            key: 'amount',
            header: t.amount,
            tight: true,
            align: 'right',
            cell: ({ amount }) => <Amount of={amount} />,
          },
          { key: 'when', header: t.when, tight: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
        ]}
        empty={<p className="soft">{t.emptyLedger}</p>}
        more={{
          hasMore: query.hasNextPage,
          loading: query.isFetchingNextPage,
          load: () => void query.fetchNextPage(),
        }}
      />
    </Section>
  );
}

function EntryName({ entry: { kind, amount, job_id } }: { entry: LedgerEntry }) {
  const t = useTexts(usageTexts);
  const { slug } = useProject().project;
  if (job_id !== null) {
    return (
      <>
        <Link to="/p/$slug/broadcasts/$jobId" params={{ slug, jobId: job_id }}>
          {t.broadcast}
        </Link>
        <span className="soft"> · {t.broadcastMessages(Math.abs(amount))}</span>
      </>
    );
  }
  if (kind === 'month_end') return amount < 0 ? t.monthEndTaken : t.monthEndForgiven;
  // Kinds of a newer server are shown by their name.
  return t.kinds[kind] ?? kind;
}

function Amount({ of }: { of: number }) {
  const format = useFormat();
  const sign = of > 0 ? '+' : of < 0 ? '−' : '';
  return <span className="numbers nowrap">{sign + format.number(Math.abs(of))}</span>;
}
