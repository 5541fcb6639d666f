import styles from './status-badge.module.css';

/** The same meaning has the same colour on every page. */
export type Tone = 'good' | 'bad' | 'waiting' | 'accent' | 'quiet';

export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${styles['badge']} ${tone === 'quiet' ? '' : styles[tone]}`}>{children}</span>;
}
