import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Meter } from '#ui/meter.tsx';
import { Section } from '#ui/section.tsx';
import type { Usage } from '../usage/usage-api.ts';
import styles from './overview-page.module.css';
import { overviewTexts } from './texts.ts';

const NEARLY_ALL = 0.9;

export function UsageMeters({ usage }: { usage: Usage }) {
  const t = useTexts(overviewTexts);
  const { slug } = useProject().project;
  const { credits, logins } = usage;
  const ofCredits = credits.balance === null ? null : credits.balance + credits.used;
  return (
    <Section
      title={t.usage}
      card
      action={
        <Link to="/p/$slug/usage" params={{ slug }}>
          {t.toUsage}
        </Link>
      }
    >
      <div className={styles['meters']}>
        <Share label={t.credits} used={credits.used} of={ofCredits} />
        <Share label={t.logins} used={logins.used} of={logins.cap} />
      </div>
    </Section>
  );
}

function Share({ label, used, of }: { label: string; used: number; of: number | null }) {
  const t = useTexts(overviewTexts);
  const format = useFormat();
  if (of === null) return <Meter label={label} text={t.noCap(format.number(used))} share={undefined} />;
  const share = of <= 0 ? 1 : used / of;
  const text = t.used(format.number(used), format.number(of));
  return <Meter label={label} text={text} share={share} tone={share >= NEARLY_ALL ? 'red' : 'burgundy'} />;
}
