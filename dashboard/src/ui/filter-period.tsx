import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FilterSelect } from './filter-bar.tsx';
import { fromLocalInput, isPeriod, localInputValue, PERIODS } from './period.ts';
import { uiTexts } from './texts.ts';

type PeriodValues = { period: string | undefined; since: string | undefined; until: string | undefined };

type FilterPeriodProps = { values: PeriodValues; onChange: (changes: PeriodValues) => void };

const NONE: PeriodValues = { period: undefined, since: undefined, until: undefined };

/** A ready stretch of time, or one's own. */
export function FilterPeriod({ values, onChange }: FilterPeriodProps) {
  const t = useTexts(uiTexts).period;
  const hasOwn = values.since !== undefined || values.until !== undefined;
  const [choosing, setChoosing] = useState(hasOwn);
  const isOwn = hasOwn || choosing;
  const choose = (value: string | undefined) => {
    setChoosing(value === 'own');
    onChange(isPeriod(value) ? { ...NONE, period: value } : NONE);
  };
  return (
    <>
      <FilterSelect
        label={t.label}
        all={useTexts(uiTexts).anyTime}
        value={isOwn ? 'own' : values.period}
        choices={[...PERIODS.map((value) => ({ value, label: t[value] })), { value: 'own', label: t.own }]}
        onChange={choose}
      />
      {isOwn &&
        (['since', 'until'] as const).map((edge) => (
          <TextInput
            key={edge}
            type="datetime-local"
            label={t[edge]}
            value={localInputValue(values[edge])}
            onChange={(event) =>
              onChange({ ...values, period: undefined, [edge]: fromLocalInput(event.currentTarget.value) })
            }
          />
        ))}
    </>
  );
}
