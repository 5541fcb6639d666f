import { useFormat, useTexts } from '#lang/language-context.tsx';
import { Meter } from '#ui/meter.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { Section } from '#ui/section.tsx';
import styles from './balance.module.css';
import { usageTexts } from './texts.ts';
import type { Usage } from './usage-api.ts';

/** Below this share of what there was, the bar turns red. */
const LITTLE = 0.1;

/** The plan, what is left of its credits and logins; of a past month, what was used. */
export function Balance({ usage, isPast }: { usage: Usage; isPast: boolean }) {
  const t = useTexts(usageTexts);
  const { plans } = useTexts(nameTexts);
  const format = useFormat();
  const { credits, logins } = usage;
  const capText = (used: number, cap: number | null) =>
    cap === null ? `${format.number(used)}, ${t.noCap}` : t.usedOf(format.number(used), format.number(cap));
  return (
    <Section title={`${t.plan}: ${plans[usage.plan]}`} card>
      <div className={styles['meters']}>
        {isPast || credits.balance === null ? (
          <Meter
            label={t.used}
            text={
              isPast && credits.granted === null ? format.number(credits.used) : capText(credits.used, credits.granted)
            }
            share={credits.granted === null ? undefined : credits.used / credits.granted}
          />
        ) : (
          <CreditsLeft left={credits.balance} all={credits.balance + credits.used} packs={credits.packs} />
        )}
        <Meter
          label={t.logins}
          text={capText(logins.used, logins.cap)}
          share={logins.cap === null ? undefined : logins.used / logins.cap}
          tone={logins.cap !== null && logins.used >= logins.cap * (1 - LITTLE) ? 'red' : 'burgundy'}
        />
      </div>
      {!isPast && <p className={`soft small ${styles['hint']}`}>{t.planAnother}</p>}
    </Section>
  );
}

function CreditsLeft({ left, all, packs }: { left: number; all: number; packs: number }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  const share = all <= 0 ? 0 : left / all;
  return (
    <div>
      <Meter
        label={t.creditsLeft}
        text={left < 0 ? t.overdrawn(format.number(-left)) : t.leftOf(format.number(left), format.number(all))}
        share={share}
        tone={share <= LITTLE ? 'red' : 'green'}
      />
      {packs > 0 && <p className={`soft small ${styles['packs']}`}>{t.packs(packs)}</p>}
    </div>
  );
}
