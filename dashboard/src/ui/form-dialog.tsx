import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from './error-note.tsx';
import { uiTexts } from './texts.ts';

type FormDialogProps<Result> = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  submit: string;
  /** The server judges what was filled in; its refusal is shown above the buttons. */
  act: () => Promise<Result>;
  onDone: (result: Result) => void;
  disabled?: boolean;
  size?: 'md' | 'lg';
};

export function FormDialog<Result>(props: FormDialogProps<Result>) {
  const { opened, onClose, title, children, submit, act, onDone, disabled = false, size = 'md' } = props;
  const t = useTexts(uiTexts);
  const run = useMutation({ mutationFn: act, onSuccess: onDone });
  const close = () => {
    run.reset();
    onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A form in a portal is still inside its parent for React.
    event.stopPropagation();
    run.mutate();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size={size} closeButtonProps={{ 'aria-label': t.close }}>
      <form onSubmit={send}>
        <Stack>
          {children}
          {run.isError && <ErrorNote error={run.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={run.isPending} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
