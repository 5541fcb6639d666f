import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast } from '#ui/toast.ts';
import { LANGS, type Lang, type Subscriber, useSubscriberActs } from './subscriber-api.ts';
import { subscriberTexts } from './texts.ts';

/** Mounted anew for each person, and whenever the server has other values. */
export function SubscriberForm({ subscriber }: { subscriber: Subscriber }) {
  const t = useTexts(subscriberTexts);
  const ui = useTexts(uiTexts);
  const { mayChange } = useProject();
  const acts = useSubscriberActs();
  const [externalId, setExternalId] = useState(subscriber.external_id ?? '');
  const [lang, setLang] = useState<Lang>(subscriber.lang);
  const wish = { external_id: externalId === '' ? null : externalId, lang };
  const isChanged = wish.external_id !== subscriber.external_id || lang !== subscriber.lang;
  const save = useMutation({
    mutationFn: () => acts.change(subscriber.subscriber_id, wish),
    onSuccess: () => toast(ui.saved),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.externalId}
          description={t.panel.externalIdHint}
          value={externalId}
          maxLength={128}
          readOnly={!mayChange}
          onChange={(event) => setExternalId(event.currentTarget.value)}
        />
        <NativeSelect
          label={t.lang}
          description={t.panel.langHint}
          value={lang}
          disabled={!mayChange}
          onChange={(event) => setLang(event.currentTarget.value as Lang)}
          data={LANGS.map((value) => ({ value, label: t.langs[value] }))}
        />
        {save.isError && <ErrorNote error={save.error} />}
        {isChanged && (
          <Group>
            <Button type="submit" variant="default" loading={save.isPending}>
              {ui.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
