import { Tooltip } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import styles from './live-note.module.css';

export function LiveNote({ paused }: { paused: boolean }) {
  const t = useTexts(deliveryTexts);
  return (
    <Tooltip label={t.pausedHint} multiline w={260}>
      <span className={styles['live']} data-paused={paused}>
        <span className={styles['dot']} />
        {paused ? t.paused : t.live}
      </span>
    </Tooltip>
  );
}
