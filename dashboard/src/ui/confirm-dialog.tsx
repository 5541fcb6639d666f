import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from './error-note.tsx';
import { uiTexts } from './texts.ts';

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** A question that names the thing: "Delete shop.example/hooks?" */
  title: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  /** The verb on the button. */
  confirm: string;
  danger?: boolean;
  act: () => Promise<unknown>;
};

/** For what cannot be undone, or costs something: asks once. Stays open with the reason when it is refused. */
export function ConfirmDialog({ opened, onClose, title, children, confirm, danger = false, act }: ConfirmDialogProps) {
  const t = useTexts(uiTexts);
  const run = useMutation({ mutationFn: act, onSuccess: onClose });
  const close = () => {
    run.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <Stack>
        <div>{children}</div>
        {run.isError && <ErrorNote error={run.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t.cancel}
          </Button>
          <Button {...(danger ? { color: 'red' } : {})} loading={run.isPending} onClick={() => run.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
