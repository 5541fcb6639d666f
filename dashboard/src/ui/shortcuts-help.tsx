import { Kbd, Modal } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import styles from './shortcuts-help.module.css';
import { uiTexts } from './texts.ts';

type ShortcutsHelpProps = {
  opened: boolean;
  onClose: () => void;
  /** Pages one can go to, by letter. */
  pages: { key: string; label: string }[];
};

export function ShortcutsHelp({ opened, onClose, pages }: ShortcutsHelpProps) {
  const t = useTexts(uiTexts);
  const lines: [string[], string][] = [
    [['/'], t.shortcuts.search],
    [['↓', '↑'], t.shortcuts.rows],
    [['Esc'], t.shortcuts.close],
    [['?'], t.shortcuts.help],
    ...pages.map(({ key, label }): [string[], string] => [['g', key], label]),
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={t.shortcuts.title} closeButtonProps={{ 'aria-label': t.close }}>
      <dl className={styles['keys']}>
        {lines.map(([keys, label]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
