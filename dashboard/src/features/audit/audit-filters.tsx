import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type ChoiceGroup, FilterBar, FilterSelect } from '#ui/filter-bar.tsx';
import { FilterPeriod } from '#ui/filter-period.tsx';
import type { Filters } from '#ui/use-filters.ts';
import { keysQuery } from '../keys/key-api.ts';
import { auditTexts } from './texts.ts';
import { usePeople } from './use-people.ts';

export const FILTERS = ['action', 'actor', 'period', 'since', 'until'] as const;

export function AuditFilters({ filters }: { filters: Filters<(typeof FILTERS)[number]> }) {
  const t = useTexts(auditTexts);
  const { values, set } = filters;
  const actors = useActorChoices();
  return (
    <FilterBar onClear={filters.any ? filters.clear : undefined}>
      <FilterSelect
        label={t.what}
        value={values.action}
        choices={groupActions(t.names, t.groups)}
        onChange={(action) => set({ action })}
      />
      <FilterSelect label={t.who} value={values.actor} choices={actors} onChange={(actor) => set({ actor })} />
      <FilterPeriod values={values} onChange={set} />
    </FilterBar>
  );
}

/** By what they happen to: `key.created` belongs to keys. */
function groupActions(names: Record<string, string>, groups: Record<string, string>): ChoiceGroup[] {
  const sorted = Object.entries(groups).map(([noun, group]) => ({
    group,
    items: Object.entries(names)
      .filter(([action]) => action.startsWith(`${noun}.`))
      .map(([value, label]) => ({ value, label })),
  }));
  return sorted.filter(({ items }) => items.length > 0);
}

/** Keys are known to admins only; for a viewer their group stays away. */
function useActorChoices() {
  const t = useTexts(auditTexts);
  const { data: keys = [] } = useQuery(keysQuery(useProject()));
  const people = usePeople();
  return [
    { value: 'operator', label: t.operator },
    { group: t.peopleGroup, items: [...people].map(([id, name]) => ({ value: `account:${id}`, label: name })) },
    ...(keys.length === 0
      ? []
      : [{ group: t.keysGroup, items: keys.map(({ key_id, name }) => ({ value: `key:${key_id}`, label: name })) }]),
  ];
}
