import { useQuery } from '@tanstack/react-query';
import { usePages } from '#api/pages.ts';
import { useFormat, useLanguage, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Chart } from '#ui/chart.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { useNow } from '#ui/now.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { Section } from '#ui/section.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { settingsQuery } from '../settings/settings-api.ts';
import { Balance } from './balance.tsx';
import { CreditNotice } from './credit-notice.tsx';
import { Ledger } from './ledger.tsx';
import { monthsSince } from './months.ts';
import { usageTexts } from './texts.ts';
import type { Usage } from './usage-api.ts';

const LOOK_EVERY_MS = 30_000;
/** As many as the API gives at once: a broadcast has many rows that are shown as one. */
const ROWS = 200;
const rowsOf = ({ ledger }: Usage) => ledger;

export function UsagePage() {
  const t = useTexts(usageTexts);
  const { api, key } = useProject();
  const filters = useFilters(['month']);
  const { month } = filters.values;
  const pages = usePages({
    key: [...key, 'usage', 'pages', { month }],
    load: (cursor, signal) => api.get<Usage>('/v1/usage', { month, cursor, limit: ROWS }, signal),
    rowsOf,
    every: month === undefined ? LOOK_EVERY_MS : false,
  });
  const { first: usage, query } = pages;
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} />
      <MonthFilter month={month} onChange={(value) => filters.set({ month: value })} />
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {usage && (
        <>
          {month === undefined && <CreditNotice usage={usage} />}
          <Balance usage={usage} isPast={month !== undefined} />
          <Days usage={usage} />
        </>
      )}
      {!query.isError && <Ledger pages={pages} />}
    </>
  );
}

function MonthFilter({
  month,
  onChange,
}: {
  month: string | undefined;
  onChange: (month: string | undefined) => void;
}) {
  const t = useTexts(usageTexts);
  const { language } = useLanguage();
  const { data: settings } = useQuery(settingsQuery(useProject()));
  const now = useNow();
  const [, ...past] = monthsSince(new Date(settings?.created_at ?? now), now);
  if (past.length === 0) return null;
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <FilterBar>
      <FilterSelect
        label={t.month}
        all={t.thisMonth}
        value={month}
        choices={past.map((value) => ({ value, label: name.format(new Date(`${value}-01T00:00:00Z`)) }))}
        onChange={onChange}
      />
    </FilterBar>
  );
}

function Days({ usage }: { usage: Usage }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  return (
    <Section title={t.byDay} card>
      <Chart
        title={t.byDay}
        columns={usage.by_day.map(({ date, login, message }) => ({
          label: format.shortDay(`${date}T12:00:00`),
          values: { login, message },
        }))}
        series={[
          { key: 'login', label: t.series.login, color: 'login' },
          { key: 'message', label: t.series.message, color: 'message' },
        ]}
      />
    </Section>
  );
}
