import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { KeyOnce } from '#ui/key-once.tsx';
import { uiTexts } from '#ui/texts.ts';
import { useKeyActs } from './key-api.ts';
import { keyTexts } from './texts.ts';

/** Asks for a name, then shows the key this once. Shown while it is mounted. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const { create } = useKeyActs();
  const [name, setName] = useState('');
  const [apiKey, setApiKey] = useState<string>();
  if (apiKey !== undefined) {
    return <KeyOnce apiKey={apiKey} title={t.createdTitle} name={t.key} onClose={onClose} />;
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.create}
      submit={ui.create}
      disabled={name.trim() === ''}
      act={() => create(name.trim())}
      onDone={({ api_key }) => setApiKey(api_key)}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
