import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast } from '#ui/toast.ts';
import { loginTexts } from './texts.ts';

type FormCardProps = { title: string; text?: string; changed: boolean; act: () => Promise<void>; children: ReactNode };

/** A part of the settings that is saved by itself. */
export function FormCard({ title, text, changed, act, children }: FormCardProps) {
  const ui = useTexts(uiTexts);
  const t = useTexts(loginTexts);
  const { mayChange } = useProject();
  const save = useMutation({ mutationFn: act, onSuccess: () => toast(t.saved) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title={title} card>
      <form onSubmit={submit}>
        <Stack>
          {text !== undefined && <p className="soft">{text}</p>}
          {children}
          {save.isError && <ErrorNote error={save.error} />}
          {mayChange && (
            <Group>
              <Button
                type="submit"
                variant={changed ? 'filled' : 'default'}
                disabled={!changed}
                loading={save.isPending}
              >
                {ui.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}
