import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { tagTexts } from './texts.ts';

type TagFormProps = {
  /** Empty: a new one. */
  name?: string;
  title: string;
  hint?: string;
  submit: string;
  act: (name: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

export function TagForm({ name: before = '', title, hint, submit, act, onDone, onClose }: TagFormProps) {
  const t = useTexts(tagTexts);
  const [name, setName] = useState(before);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submit={submit}
      disabled={name.trim() === '' || name.trim() === before}
      act={() => act(name.trim())}
      onDone={onDone}
    >
      {hint !== undefined && <p>{hint}</p>}
      <TextInput
        label={t.name}
        description={t.nameHint}
        placeholder="vip"
        required
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
