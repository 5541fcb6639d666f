import { NativeSelect, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { CodeBlock } from '#ui/code-block.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Section } from '#ui/section.tsx';
import { useFilters } from '#ui/use-filters.ts';
import { SNIPPETS, secretName } from './snippets.ts';
import { webhookTexts } from './texts.ts';
import styles from './verify-page.module.css';
import { endpointsQuery } from './webhook-api.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

export function VerifyPage() {
  const t = useTexts(webhookTexts);
  const { data: endpoints = [] } = useQuery(endpointsQuery(useProject()));
  const filters = useFilters(['endpoint', 'language']);
  const endpoint = endpoints.find(({ id }) => id === filters.values.endpoint) ?? endpoints[0];
  const name = secretName(endpoint?.url ?? '');
  const language = filters.values.language ?? SNIPPETS[0].language;
  return (
    <>
      <PageTitle title={t.title} lead={t.verify.lead} />
      <WebhookTabs />
      <div className={styles['page']}>
        {endpoint !== undefined && (
          <Section title={t.endpoint.secret}>
            <NativeSelect
              label={t.verify.endpoint}
              value={endpoint.id}
              onChange={(event) => filters.set({ endpoint: event.currentTarget.value })}
              data={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
              mb="sm"
            />
            <p className={styles['hint']}>{t.verify.which(endpoint.url)}</p>
            <CodeBlock label={t.endpoint.secret} code={`${name}=whsec_…`} />
            <p className="soft small">{t.verify.lost}</p>
          </Section>
        )}
        <Tabs value={language} onChange={(value) => filters.set({ language: value ?? undefined })} keepMounted={false}>
          <Tabs.List aria-label={t.verify.language} mb="md">
            {SNIPPETS.map((snippet) => (
              <Tabs.Tab key={snippet.language} value={snippet.language}>
                {snippet.language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {SNIPPETS.map((snippet) => (
            <Tabs.Panel key={snippet.language} value={snippet.language}>
              <Section title={t.verify.call}>
                <CodeBlock label={t.verify.call} code={snippet.call(name)} wrap />
              </Section>
              <Section title={t.verify.whole}>
                <p className={styles['hint']}>{t.verify.wholeHint}</p>
                <CodeBlock label={t.verify.whole} code={snippet.file.trimEnd()} />
              </Section>
            </Tabs.Panel>
          ))}
        </Tabs>
        <ul>
          {t.verify.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>
          <a href="/docs/guide/webhooks" target="_blank" rel="noreferrer">
            {t.verify.chapter}
          </a>
        </p>
      </div>
    </>
  );
}
