import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import styles from './filter-bar.module.css';
import { Icon } from './icons.tsx';
import { uiTexts } from './texts.ts';

type FilterBarProps = {
  children: ReactNode;
  /** Shown while a filter is set. */
  onClear?: (() => void) | undefined;
  /** At the end of the row: a switch, a count, an export. */
  aside?: ReactNode;
};

/** One row above a table. `/` goes to its first field. */
export function FilterBar({ children, onClear, aside }: FilterBarProps) {
  const t = useTexts(uiTexts);
  return (
    <search className={styles['bar']} data-filters>
      {children}
      {onClear !== undefined && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {t.clearFilters}
        </Button>
      )}
      {aside !== undefined && <div className={styles['push']}>{aside}</div>}
    </search>
  );
}

type Choice = { value: string; label: string };
export type ChoiceGroup = { group: string; items: Choice[] };

type FilterSelectProps = {
  label: string;
  value: string | undefined;
  choices: (Choice | ChoiceGroup)[];
  onChange: (value: string | undefined) => void;
  /** What stands for no filter; "All" unless told. */
  all?: string;
};

export function FilterSelect({ label, value, choices, onChange, all }: FilterSelectProps) {
  const t = useTexts(uiTexts);
  return (
    <NativeSelect
      className={styles['select'] ?? ''}
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    >
      <option value="">{all ?? t.all}</option>
      {choices.map((choice) =>
        'group' in choice ? (
          <optgroup key={choice.group} label={choice.group}>
            {choice.items.map((item) => (
              <option key={item.value} value={item.value}>
                {item.label}
              </option>
            ))}
          </optgroup>
        ) : (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ),
      )}
    </NativeSelect>
  );
}

type FilterSearchProps = {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** Tells of what was typed once the person pauses, so that not every letter is a request. */
export function FilterSearch({ label, placeholder, value, onChange }: FilterSearchProps) {
  const [typed, setTyped] = useState(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  useEffect(() => {
    const wish = typed.trim();
    if (wish === (value ?? '')) return undefined;
    const timer = setTimeout(() => onChange(wish === '' ? undefined : wish), 300);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextInput
      className={styles['search'] ?? ''}
      type="search"
      label={label}
      placeholder={placeholder ?? ''}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
