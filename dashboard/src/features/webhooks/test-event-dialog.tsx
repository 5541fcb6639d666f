import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { type EventName, GROUPS } from './event-groups.ts';
import { webhookTexts } from './texts.ts';
import { type Endpoint, useWebhookActs } from './webhook-api.ts';

type TestEventDialogProps = { endpoint: Endpoint; onClose: () => void; onSent: (deliveryId: string) => void };

export function TestEventDialog({ endpoint, onClose, onSent }: TestEventDialogProps) {
  const t = useTexts(webhookTexts);
  const { test } = useWebhookActs();
  const [event, setEvent] = useState<EventName>(endpoint.events[0] ?? 'auth.completed');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.endpoint.test}
      submit={t.endpoint.testSend}
      act={() => test(endpoint.id, event)}
      onDone={({ delivery_id }) => {
        onClose();
        onSent(delivery_id);
      }}
    >
      <p className="soft">{t.endpoint.testText}</p>
      <NativeSelect
        label={t.endpoint.testEvent}
        value={event}
        onChange={(change) => setEvent(change.currentTarget.value as EventName)}
      >
        {GROUPS.filter(({ later }) => !later).map(({ group, names }) => (
          <optgroup key={group} label={t.groups[group]}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </FormDialog>
  );
}
