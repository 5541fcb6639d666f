import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { uiTexts } from '#ui/texts.ts';
import { foundSubscribersQuery, type Subscriber, subscriberQuery } from './subscriber-api.ts';
import { subscriberTexts } from './texts.ts';

type SubscriberSelectProps = {
  label: string;
  value: string | undefined;
  onChange: (subscriberId: string | undefined) => void;
  className?: string | undefined;
};

/** Finds one person by name, username, external id or subscriber id. */
export function SubscriberSelect({ label, value, onChange, className }: SubscriberSelectProps) {
  const t = useTexts(subscriberTexts).select;
  const ui = useTexts(uiTexts);
  const project = useProject();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const chosen = useQuery({ ...subscriberQuery(project, value ?? ''), enabled: value !== undefined });
  const nameOf = ({ first_name, username, channel }: Subscriber) =>
    `${first_name}${username === null ? '' : ` @${username}`} · ${ui.channel[channel]}`;
  const chosenName = chosen.data && nameOf(chosen.data);
  // The field shows the chosen one's name, which is no search.
  const found = useQuery(foundSubscribersQuery(project, q === chosenName ? '' : q));
  const options = new Map((found.data ?? []).map((one) => [one.subscriber_id, nameOf(one)]));
  if (value !== undefined) options.set(value, chosenName ?? value);
  return (
    <Select
      className={className ?? ''}
      label={label}
      placeholder={t.placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      // The server has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isPending ? ui.loading : t.nobody}
      comboboxProps={{ shadow: 'sm', withinPortal: false }}
    />
  );
}
