import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { PageTabs } from '#ui/page-title.tsx';
import { loginTexts } from './texts.ts';

export function LoginTabs() {
  const t = useTexts(loginTexts).tabs;
  const { slug } = useProject().project;
  return (
    <PageTabs
      label={t.label}
      tabs={[
        { label: t.setUp, link: { to: '/p/$slug/login', params: { slug } }, exact: true },
        { label: t.recent, link: { to: '/p/$slug/login/recent', params: { slug } } },
      ]}
    />
  );
}
