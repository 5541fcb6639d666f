import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { DangerZone } from './danger-zone.tsx';
import { GeneralForm } from './general-form.tsx';
import { type ProjectSettings, settingsQuery } from './settings-api.ts';
import styles from './settings-page.module.css';
import { settingsTexts } from './texts.ts';

export function SettingsPage() {
  const t = useTexts(settingsTexts);
  const settings = useQuery(settingsQuery(useProject()));
  return (
    <>
      <PageTitle title={t.title} />
      {settings.isError && <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton height={320} />}
      {settings.data && (
        <>
          <GeneralForm settings={settings.data} />
          <About settings={settings.data} />
          <Limits settings={settings.data} />
        </>
      )}
      <DangerZone />
    </>
  );
}

function About({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(settingsTexts);
  const { plans } = useTexts(nameTexts);
  const format = useFormat();
  return (
    <Section title={t.about} card>
      <Facts
        facts={{
          [t.slug]: <span className="mono">{settings.slug}</span>,
          [t.id]: (
            <span className="mono">
              {settings.project_id} <CopyButton value={settings.project_id} what={t.id} />
            </span>
          ),
          [t.plan]: plans[settings.plan],
          [t.created]: format.day(settings.created_at),
        }}
      />
    </Section>
  );
}

function Limits({ settings }: { settings: ProjectSettings }) {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const names: Record<string, string> = useTexts(nameTexts).limits;
  return (
    <Section title={t.limits} card>
      <dl className={styles['limits']}>
        {Object.entries(settings.limits).map(([name, value]) => (
          <div key={name}>
            <dt>{names[name] ?? name}</dt>
            <dd className="numbers nowrap">{value === null ? t.noCap : format.number(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
