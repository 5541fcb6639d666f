import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { PageTabs } from '#ui/page-title.tsx';
import { webhookTexts } from './texts.ts';

export function WebhookTabs() {
  const t = useTexts(webhookTexts).tabs;
  const { slug } = useProject().project;
  return (
    <PageTabs
      label={t.label}
      tabs={[
        { label: t.endpoints, link: { to: '/p/$slug/webhooks', params: { slug } }, exact: true },
        { label: t.deliveries, link: { to: '/p/$slug/webhooks/deliveries', params: { slug } } },
        { label: t.verify, link: { to: '/p/$slug/webhooks/verify', params: { slug } } },
      ]}
    />
  );
}
