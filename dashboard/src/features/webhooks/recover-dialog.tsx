import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { fromLocalInput, localInputValue } from '#ui/period.ts';
import { toast } from '#ui/toast.ts';
import { webhookTexts } from './texts.ts';
import { type Endpoint, useWebhookActs } from './webhook-api.ts';

export function RecoverDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTexts(webhookTexts).endpoint;
  const { recover } = useWebhookActs();
  const [since, setSince] = useState(() => new Date(Date.now() - 86_400_000).toISOString());
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.recoverTitle}
      submit={t.recover}
      act={() => recover(endpoint.id, since)}
      onDone={({ deliveries }) => {
        onClose();
        toast(deliveries === 0 ? t.nothingToRecover : t.recovered(deliveries));
      }}
    >
      <p className="soft">{t.recoverText}</p>
      <TextInput
        type="datetime-local"
        label={t.since}
        required
        value={localInputValue(since)}
        onChange={(event) => setSince(fromLocalInput(event.currentTarget.value) ?? since)}
      />
    </FormDialog>
  );
}
