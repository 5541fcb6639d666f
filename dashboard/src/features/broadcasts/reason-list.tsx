import { useFormat, useTexts } from '#lang/language-context.tsx';
import { Section } from '#ui/section.tsx';
import { describeReason } from '../messages/describe-message.ts';
import { reasonTexts } from '../messages/reason-texts.ts';
import styles from './reason-list.module.css';
import { broadcastTexts } from './texts.ts';

/** How many failed or were skipped, by reason, the most frequent first. */
export function ReasonList({ reasons }: { reasons: Record<string, number> }) {
  const t = useTexts(broadcastTexts).job;
  const words = useTexts(reasonTexts);
  const format = useFormat();
  const counted = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  if (counted.length === 0) return null;
  return (
    <Section title={t.reasons}>
      <ul className={styles['list']}>
        {counted.map(([reason, count]) => {
          const { says, next } = describeReason(words, reason);
          return (
            <li key={reason}>
              <strong className="numbers">{format.number(count)}</strong>
              <div>
                {says} <span className="soft">{next}</span>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
