import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { settingsQuery } from '../settings/settings-api.ts';
import { LoginTabs } from './login-tabs.tsx';
import { LookForm } from './look-form.tsx';
import { ReturnUrlsForm } from './return-urls-form.tsx';
import { StaticLinksSection } from './static-links.tsx';
import { loginTexts } from './texts.ts';

export function LoginPage() {
  const t = useTexts(loginTexts);
  const project = useProject();
  const settings = useQuery(settingsQuery(project));
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={<TryIt slug={project.project.slug} />} />
      <LoginTabs />
      {settings.isError && <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton height={320} />}
      {settings.data && (
        <>
          <ReturnUrlsForm settings={settings.data} />
          <LookForm settings={settings.data} />
          <StaticLinksSection />
        </>
      )}
    </>
  );
}

function TryIt({ slug }: { slug: string }) {
  const t = useTexts(loginTexts);
  return (
    <Button
      component="a"
      href={`/login/${slug}`}
      target="_blank"
      rel="noreferrer"
      rightSection={<Icon name="external" size={16} />}
    >
      {t.tryIt}
    </Button>
  );
}
