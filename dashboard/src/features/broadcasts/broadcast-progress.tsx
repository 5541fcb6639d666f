import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useNow } from '#ui/now.ts';
import { Section } from '#ui/section.tsx';
import type { Broadcast } from './broadcast-api.ts';
import styles from './broadcast-progress.module.css';
import { BroadcastStatusBadge } from './broadcast-status.tsx';
import { describeBroadcast, leftOf } from './describe-broadcast.ts';
import { ProgressBar } from './progress-bar.tsx';
import { broadcastTexts } from './texts.ts';

/** How far it is, in a sentence, a bar and numbers. */
export function BroadcastProgress({ broadcast }: { broadcast: Broadcast }) {
  const t = useTexts(broadcastTexts);
  const format = useFormat();
  const now = useNow();
  const numbers = [
    ['sent', t.sent, broadcast.sent],
    ['failed', t.failed, broadcast.failed],
    ['skipped', t.skipped, broadcast.skipped],
    ['left', t.left, leftOf(broadcast)],
  ] as const;
  return (
    <Section title={t.progress} action={<BroadcastStatusBadge status={broadcast.status} />}>
      <p className={styles['says']}>{describeBroadcast(t.job.says, format, broadcast, now)}</p>
      <ProgressBar broadcast={broadcast} size="lg" />
      <dl className={styles['numbers']}>
        {numbers.map(([key, label, value]) => (
          <div key={key} data-part={key}>
            <dt>{label}</dt>
            <dd className="numbers">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
