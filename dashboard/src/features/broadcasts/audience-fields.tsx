import { MultiSelect, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CHANNELS, type Channel } from '#api/me.ts';
import { useLanguage, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { uiTexts } from '#ui/texts.ts';
import { permissionsQuery } from '../permissions/permission-api.ts';
import { tagsQuery } from '../tags/tag-api.ts';
import type { Audience } from './audience.ts';
import { broadcastTexts } from './texts.ts';

type AudienceFieldsProps = { value: Audience; onChange: (value: Audience) => void };

export function AudienceFields({ value, onChange }: AudienceFieldsProps) {
  const t = useTexts(broadcastTexts).new;
  const ui = useTexts(uiTexts);
  return (
    <Stack mb="md">
      <SegmentedControl
        aria-label={t.channel}
        value={value.channel ?? ''}
        onChange={(channel) => onChange({ ...value, channel: channel === '' ? undefined : (channel as Channel) })}
        data={[
          { value: '', label: t.both },
          ...CHANNELS.map((channel) => ({ value: channel, label: ui.channel[channel] })),
        ]}
      />
      <TagFields value={value} onChange={onChange} />
      <PermissionField value={value} onChange={onChange} />
    </Stack>
  );
}

function TagFields({ value, onChange }: AudienceFieldsProps) {
  const t = useTexts(broadcastTexts).new;
  const { data: tags } = useQuery(tagsQuery(useProject()));
  if (tags === undefined) return null;
  if (tags.length === 0) return <p className="soft small">{t.noTags}</p>;
  return (['tagsAll', 'tagsAny', 'excludeTags'] as const).map((field) => (
    <MultiSelect
      key={field}
      label={t[field]}
      placeholder={value[field].length === 0 ? t.chooseTags : ''}
      data={tags.map(({ name }) => name)}
      value={value[field]}
      onChange={(chosen) => onChange({ ...value, [field]: chosen })}
      searchable
      styles={{ pill: { fontSize: 'var(--text-small)' } }}
      hidePickedOptions
    />
  ));
}

function PermissionField({ value, onChange }: AudienceFieldsProps) {
  const t = useTexts(broadcastTexts).new;
  const { language } = useLanguage();
  const { data: permissions = [] } = useQuery(permissionsQuery(useProject()));
  if (permissions.length === 0) return null;
  return (
    <NativeSelect
      label={t.permission}
      description={t.permissionHint}
      value={value.permission ?? ''}
      onChange={({ currentTarget: { value: name } }) =>
        onChange({ ...value, permission: name === '' ? undefined : name })
      }
    >
      <option value="">{t.anyPermission}</option>
      {permissions.map(({ name, title }) => (
        <option key={name} value={name}>
          {title[language] === undefined ? name : `${title[language]} (${name})`}
        </option>
      ))}
    </NativeSelect>
  );
}
