import { Progress } from '@mantine/core';
import styles from './meter.module.css';

type MeterProps = {
  label: string;
  /** The same in words: "412 of 1,000". */
  text: string;
  /** From 0 to 1; undefined where there is no cap, and no bar. */
  share: number | undefined;
  tone?: 'burgundy' | 'red' | 'green' | 'yellow';
};

export function Meter({ label, text, share, tone = 'burgundy' }: MeterProps) {
  return (
    <div>
      <div className={styles['meter']}>
        <span>{label}</span>
        <span className="numbers">{text}</span>
      </div>
      {share !== undefined && (
        <Progress value={Math.min(Math.max(share, 0), 1) * 100} color={tone} aria-label={`${label}: ${text}`} />
      )}
    </div>
  );
}
