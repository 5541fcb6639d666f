import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from './error-note.tsx';
import styles from './save-form.module.css';
import { Section } from './section.tsx';
import { uiTexts } from './texts.ts';
import { toast } from './toast.ts';

type SaveFormProps = {
  title: string;
  text?: string;
  /** Something was changed that is not saved yet. */
  changed: boolean;
  /** False: to look at only. */
  mayChange: boolean;
  /** Takes all the room there is: its fields stand beside something. */
  wide?: boolean;
  act: () => Promise<unknown>;
  children: ReactNode;
};

/** A part of a page that is saved by itself. The server judges it; its refusal stands above the button. */
export function SaveForm({ title, text, changed, mayChange, wide = false, act, children }: SaveFormProps) {
  const t = useTexts(uiTexts);
  const save = useMutation({ mutationFn: act, onSuccess: () => toast(t.saved) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title={title} card>
      <form onSubmit={submit} className={wide ? undefined : styles['form']}>
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
                {t.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}
