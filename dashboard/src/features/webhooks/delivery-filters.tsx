import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { FilterPeriod } from '#ui/filter-period.tsx';
import type { Filters } from '#ui/use-filters.ts';
import { deliveryTexts } from './delivery-texts.ts';
import { GROUPS } from './event-groups.ts';
import { webhookTexts } from './texts.ts';
import { DELIVERY_STATUSES, endpointsQuery } from './webhook-api.ts';

export const FILTERS = ['status', 'event', 'endpoint_id', 'period', 'since', 'until'] as const;

type DeliveryFiltersProps = { filters: Filters<(typeof FILTERS)[number]>; aside: ReactNode };

export function DeliveryFilters({ filters, aside }: DeliveryFiltersProps) {
  const t = useTexts(deliveryTexts);
  const { groups } = useTexts(webhookTexts);
  const { data: endpoints = [] } = useQuery(endpointsQuery(useProject()));
  const { values, set } = filters;
  return (
    <FilterBar onClear={filters.any ? filters.clear : undefined} aside={aside}>
      <FilterSelect
        label={t.status}
        value={values.status}
        choices={DELIVERY_STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={t.event}
        value={values.event}
        choices={GROUPS.map(({ group, names }) => ({
          group: groups[group],
          items: names.map((name) => ({ value: name, label: name })),
        }))}
        onChange={(event) => set({ event })}
      />
      <FilterSelect
        label={t.endpoint}
        value={values.endpoint_id}
        choices={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
        onChange={(endpoint_id) => set({ endpoint_id })}
      />
      <FilterPeriod values={values} onChange={set} />
    </FilterBar>
  );
}
