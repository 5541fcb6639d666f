import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './notice.module.css';

/** Something to know before going on; what went wrong is an ErrorNote. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: 'bad' | 'waiting' | 'quiet';
  title?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles['notice']} data-tone={tone}>
      <Icon name={tone === 'quiet' ? 'info' : 'warning'} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        <p>{children}</p>
      </div>
    </div>
  );
}
