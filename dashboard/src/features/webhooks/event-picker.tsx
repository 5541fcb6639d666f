import { Checkbox, Radio, Stack } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { type EventName, GROUPS } from './event-groups.ts';
import styles from './event-picker.module.css';
import { webhookTexts } from './texts.ts';

export type EventChoice = { all: boolean; events: EventName[] };

type EventPickerProps = { value: EventChoice; onChange: (value: EventChoice) => void };

/** All events, or some of them, group by group. */
export function EventPicker({ value, onChange }: EventPickerProps) {
  const t = useTexts(webhookTexts);
  const happening = GROUPS.filter(({ later }) => !later);
  const later = GROUPS.filter((group) => group.later);
  const set = (names: readonly EventName[], on: boolean) => {
    const rest = value.events.filter((name) => !names.includes(name));
    onChange({ all: false, events: on ? [...rest, ...names] : rest });
  };
  const group = ({ group: name, names }: (typeof GROUPS)[number]) => (
    <GroupBoxes key={name} title={t.groups[name]} names={names} chosen={value.events} onSet={set} />
  );
  return (
    <div>
      <Radio.Group
        label={t.endpoints.events}
        value={value.all ? 'all' : 'some'}
        onChange={(choice) => onChange({ ...value, all: choice === 'all' })}
      >
        <Stack gap={6}>
          <Radio value="all" label={t.endpoints.pickAll} />
          <Radio value="some" label={t.endpoints.pickSome} />
        </Stack>
      </Radio.Group>
      {!value.all && (
        <div className={styles['groups']}>
          {happening.map(group)}
          <details className={styles['later']} open={later.some(({ names }) => hasAny(names, value.events))}>
            <summary>{t.later}</summary>
            <div>{later.map(group)}</div>
          </details>
        </div>
      )}
    </div>
  );
}

function hasAny(names: readonly EventName[], chosen: EventName[]): boolean {
  return names.some((name) => chosen.includes(name));
}

type GroupBoxesProps = {
  title: string;
  names: readonly EventName[];
  chosen: EventName[];
  onSet: (names: readonly EventName[], on: boolean) => void;
};

function GroupBoxes({ title, names, chosen, onSet }: GroupBoxesProps) {
  const all = names.every((name) => chosen.includes(name));
  return (
    <fieldset className={styles['group']}>
      <legend className="aloud">{title}</legend>
      <Checkbox
        label={<strong>{title}</strong>}
        checked={all}
        indeterminate={!all && hasAny(names, chosen)}
        onChange={() => onSet(names, !all)}
      />
      {names.map((name) => (
        <Checkbox
          key={name}
          size="xs"
          label={<span className="mono">{name}</span>}
          checked={chosen.includes(name)}
          onChange={(event) => onSet([name], event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
