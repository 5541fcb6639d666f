import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import type { Permission, PermissionWish } from './permission-api.ts';
import { permissionTexts } from './texts.ts';

type PermissionFormProps = {
  /** Undefined: a new one. */
  permission?: Permission;
  title: string;
  submit: string;
  act: (wish: PermissionWish & { grant_to_all: boolean }) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

export function PermissionForm({ permission, title, submit, act, onDone, onClose }: PermissionFormProps) {
  const t = useTexts(permissionTexts);
  const [name, setName] = useState(permission?.name ?? '');
  const [ru, setRu] = useState(permission?.title.ru ?? '');
  const [en, setEn] = useState(permission?.title.en ?? '');
  const [grant, setGrant] = useState(false);
  const wish = {
    name: name.trim(),
    title: { ...(ru.trim() !== '' && { ru: ru.trim() }), ...(en.trim() !== '' && { en: en.trim() }) },
    grant_to_all: grant,
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submit={submit}
      disabled={wish.name === ''}
      act={() => act(wish)}
      onDone={onDone}
    >
      {permission !== undefined && <p>{t.changeHint}</p>}
      <TextInput
        label={t.name}
        description={t.nameHint}
        placeholder="news"
        required
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t.titleRu}
        description={t.titleHint}
        placeholder="Новости"
        maxLength={64}
        value={ru}
        onChange={(event) => setRu(event.currentTarget.value)}
      />
      <TextInput
        label={t.titleEn}
        placeholder="News"
        maxLength={64}
        value={en}
        onChange={(event) => setEn(event.currentTarget.value)}
      />
      {permission === undefined && (
        <Checkbox
          label={t.grant}
          description={t.grantHint}
          checked={grant}
          onChange={(event) => setGrant(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
