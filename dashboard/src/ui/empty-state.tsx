import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { Curl } from './curl.tsx';
import type { CurlRequest } from './curl-command.ts';
import styles from './empty-state.module.css';
import { uiTexts } from './texts.ts';

type EmptyStateProps = { title: string; text: string; action?: ReactNode; curl?: CurlRequest };

/** Teaches: one sentence, one button, one `curl` line. */
export function EmptyState({ title, text, action, curl }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      <p>{text}</p>
      {action !== undefined && <div className={styles['action']}>{action}</div>}
      {curl !== undefined && <Curl {...curl} />}
    </div>
  );
}

/** Rows there are, but none that these filters let through. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  const t = useTexts(uiTexts);
  return (
    <div className={styles['empty']}>
      <p>{t.nothingMatches}</p>
      <Button variant="default" onClick={onClear}>
        {t.clearFilters}
      </Button>
    </div>
  );
}
