import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Chart } from '#ui/chart.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Section } from '#ui/section.tsx';
import { type Usage, usageQuery } from '../usage/usage-api.ts';
import { Attention } from './attention.tsx';
import styles from './overview-page.module.css';
import { overviewTexts } from './texts.ts';
import { UsageMeters } from './usage-meters.tsx';
import { WebhookChart } from './webhook-chart.tsx';

export function OverviewPage() {
  const t = useTexts(overviewTexts);
  const usage = useQuery({ ...usageQuery(useProject()), refetchInterval: 30_000 });
  return (
    <>
      <PageTitle title={t.title} />
      <Attention />
      {usage.isError && <ErrorNote error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && <UsageParts usage={usage.data} />}
    </>
  );
}

function UsageParts({ usage }: { usage: Usage }) {
  const t = useTexts(overviewTexts);
  const format = useFormat();
  const isNew = usage.by_kind.login + usage.by_kind.message === 0;
  const days = usage.by_day.map(({ date, login, message }) => ({
    label: format.shortDay(`${date}T12:00:00`),
    values: { login, message },
  }));
  return (
    <>
      {isNew && <FirstSteps />}
      <div className={styles['columns']}>
        <Section title={t.loginChart} card>
          <Chart
            title={t.loginChart}
            columns={days}
            series={[{ key: 'login', label: t.series.login, color: 'login' }]}
          />
        </Section>
        <Section title={t.messageChart} card>
          <Chart
            title={t.messageChart}
            columns={days}
            series={[{ key: 'message', label: t.series.message, color: 'message' }]}
          />
        </Section>
        <WebhookChart />
        <UsageMeters usage={usage} />
      </div>
    </>
  );
}

function FirstSteps() {
  const t = useTexts(overviewTexts).start;
  const { slug } = useProject().project;
  return (
    <Section title={t.title} card>
      <ol className={styles['steps']}>
        <li>
          <Link to="/p/$slug/keys" params={{ slug }}>
            {t.key}
          </Link>
          <div className="soft">{t.keyText}</div>
        </li>
        <li>
          <Link to="/p/$slug/login" params={{ slug }}>
            {t.login}
          </Link>
          <div className="soft">{t.loginText}</div>
        </li>
        <li>
          <Link to="/p/$slug/webhooks" params={{ slug }}>
            {t.webhook}
          </Link>
          <div className="soft">{t.webhookText}</div>
        </li>
      </ol>
    </Section>
  );
}
