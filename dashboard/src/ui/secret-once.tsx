import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-once.module.css';
import { uiTexts } from './texts.ts';

type SecretOnceProps = {
  /** Undefined: nothing to show. */
  secret: string | undefined;
  title: string;
  /** What it is called: "Signing secret". */
  name: string;
  children?: ReactNode;
  onClose: () => void;
};

/** Closed by its button alone: a stray click must not lose what cannot be read again. */
export function SecretOnce({ secret, title, name, children, onClose }: SecretOnceProps) {
  const t = useTexts(uiTexts);
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <p>{t.noSecondLook}</p>
        <div className={styles['secret']}>
          <code>{secret}</code>
          <CopyButton value={secret ?? ''} what={name} withLabel />
        </div>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.iHaveIt}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
