import { Button } from '@mantine/core';
import { CHANNELS } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { FilterPeriod } from '#ui/filter-period.tsx';
import { Icon } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import type { Filters } from '#ui/use-filters.ts';
import { SubscriberSelect } from '../subscribers/subscriber-select.tsx';
import { MESSAGE_STATUSES } from './message-api.ts';
import { messageTexts } from './texts.ts';

export const FILTERS = ['status', 'channel', 'subscriber_id', 'job_id', 'period', 'since', 'until'] as const;

export function MessageFilters({ filters }: { filters: Filters<(typeof FILTERS)[number]> }) {
  const t = useTexts(messageTexts);
  const ui = useTexts(uiTexts);
  const { values, set } = filters;
  return (
    <FilterBar onClear={filters.any ? filters.clear : undefined}>
      <FilterSelect
        label={t.status}
        value={values.status}
        choices={MESSAGE_STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={t.channel}
        value={values.channel}
        choices={CHANNELS.map((value) => ({ value, label: ui.channel[value] }))}
        onChange={(channel) => set({ channel })}
      />
      <FilterPeriod values={values} onChange={set} />
      <SubscriberSelect
        label={t.person}
        value={values.subscriber_id}
        onChange={(subscriber_id) => set({ subscriber_id })}
      />
      {values.job_id !== undefined && (
        <Button
          variant="default"
          rightSection={<Icon name="close" size={14} />}
          onClick={() => set({ job_id: undefined })}
        >
          {t.ofBroadcast}
        </Button>
      )}
    </FilterBar>
  );
}
