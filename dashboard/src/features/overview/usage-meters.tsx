import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Section } from '#ui/section.tsx';
import type { Usage } from '../usage/usage-api.ts';
import styles from './overview-page.module.css';
import { overviewTexts } from './texts.ts';

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
        <Meter label={t.credits} used={credits.used} of={ofCredits} />
        <Meter label={t.logins} used={logins.used} of={logins.cap} />
      </div>
    </Section>
  );
}

function Meter({ label, used, of }: { label: string; used: number; of: number | null }) {
  const t = useTexts(overviewTexts);
  const format = useFormat();
  const share = of === null || of <= 0 ? (of === null ? 0 : 1) : used / of;
  const text = of === null ? t.noCap(format.number(used)) : t.used(format.number(used), format.number(of));
  return (
    <div>
      <div className={styles['meter']}>
        <span>{label}</span>
        <span className="soft numbers">{text}</span>
      </div>
      {of !== null && (
        <Progress
          value={Math.min(share, 1) * 100}
          color={share >= 0.9 ? 'red' : 'burgundy'}
          aria-label={`${label}: ${text}`}
        />
      )}
    </div>
  );
}
