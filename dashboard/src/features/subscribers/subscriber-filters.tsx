import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { CHANNELS } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '#ui/filter-bar.tsx';
import { uiTexts } from '#ui/texts.ts';
import type { Filters } from '#ui/use-filters.ts';
import { tagsQuery } from '../tags/tag-api.ts';
import { subscriberTexts } from './texts.ts';

export const FILTERS = ['q', 'tag', 'channel', 'active'] as const;

type SubscriberFiltersProps = { filters: Filters<(typeof FILTERS)[number]>; aside: ReactNode };

export function SubscriberFilters({ filters, aside }: SubscriberFiltersProps) {
  const t = useTexts(subscriberTexts);
  const ui = useTexts(uiTexts);
  const { data: tags = [] } = useQuery(tagsQuery(useProject()));
  const { values, set } = filters;
  const search = useCallback((q: string | undefined) => set({ q }, { replace: true }), [set]);
  return (
    <FilterBar onClear={filters.any ? filters.clear : undefined} aside={aside}>
      <FilterSearch label={t.search} placeholder={t.searchHint} value={values.q} onChange={search} />
      <FilterSelect
        label={t.tag}
        value={values.tag}
        choices={tags.map(({ name }) => ({ value: name, label: name }))}
        onChange={(tag) => set({ tag })}
      />
      <FilterSelect
        label={t.channel}
        value={values.channel}
        choices={CHANNELS.map((value) => ({ value, label: ui.channel[value] }))}
        onChange={(channel) => set({ channel })}
      />
      <FilterSelect
        label={t.state}
        value={values.active}
        choices={(['true', 'false'] as const).map((value) => ({ value, label: t.stateFilter[value] }))}
        onChange={(active) => set({ active })}
      />
    </FilterBar>
  );
}
