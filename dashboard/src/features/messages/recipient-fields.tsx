import { Checkbox, Group, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CHANNELS, type Channel } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { uiTexts } from '#ui/texts.ts';
import { permissionsQuery } from '../permissions/permission-api.ts';
import { SubscriberSelect } from '../subscribers/subscriber-select.tsx';
import type { RecipientDraft } from './recipient.ts';
import { messageTexts } from './texts.ts';

type RecipientFieldsProps = { value: RecipientDraft; onChange: (value: RecipientDraft) => void };

export function RecipientFields({ value, onChange }: RecipientFieldsProps) {
  const t = useTexts(messageTexts).compose;
  const ui = useTexts(uiTexts);
  const { data: permissions = [] } = useQuery(permissionsQuery(useProject()));
  const change = (part: Partial<RecipientDraft>) => onChange({ ...value, ...part });
  return (
    <Stack>
      <SegmentedControl
        aria-label={t.by}
        value={value.by}
        onChange={(by) => change({ by })}
        data={[
          { value: 'person', label: t.bys.person },
          { value: 'external', label: t.bys.external },
        ]}
      />
      {value.by === 'person' ? (
        <SubscriberSelect
          label={t.recipient}
          value={value.subscriberId}
          onChange={(subscriberId) => change({ subscriberId })}
        />
      ) : (
        <>
          <TextInput
            label={t.externalId}
            description={t.externalIdHint}
            placeholder="user-42"
            maxLength={128}
            value={value.externalId}
            onChange={(event) => change({ externalId: event.currentTarget.value })}
          />
          <Checkbox.Group
            label={t.channels}
            description={t.channelsHint}
            value={value.channels}
            onChange={(channels) => change({ channels: channels as Channel[] })}
          >
            <Group mt="xs">
              {CHANNELS.map((channel) => (
                <Checkbox key={channel} value={channel} label={ui.channel[channel]} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
      {permissions.length > 0 && (
        <NativeSelect
          label={t.permission}
          description={t.permissionHint}
          value={value.permission}
          onChange={(event) => change({ permission: event.currentTarget.value })}
          data={[{ value: '', label: t.anyPermission }, ...permissions.map(({ name }) => name)]}
        />
      )}
    </Stack>
  );
}
