import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { composeTexts } from '../messages/compose/compose-texts.ts';
import { TEXT_KEYS, type Template, templatesQuery } from './template-api.ts';
import styles from './templates-page.module.css';
import { templateTexts } from './texts.ts';

export function TemplatesPage() {
  const t = useTexts(templateTexts);
  const project = useProject();
  const { slug } = project.project;
  const templates = useQuery(templatesQuery(project));
  const columns = useTemplateColumns();
  const addButton = project.mayChange && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/p/$slug/templates/new" params={{ slug }} {...props} />}
    >
      {t.add}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={(templates.data?.length ?? 0) > 0 && addButton} />
      {templates.isError ? (
        <ErrorNote error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <DataTable
          label={t.title}
          columns={columns}
          rows={templates.data ?? []}
          rowKey={({ key }) => key}
          rowLink={({ key }) => ({ to: '/p/$slug/templates/edit/$templateKey', params: { slug, templateKey: key } })}
          loading={templates.isPending}
          empty={
            <EmptyState
              title={t.emptyTitle}
              text={t.emptyText}
              action={addButton}
              curl={{
                path: '/v1/templates',
                body: { key: 'order.shipped', texts: { en: 'Order {{ order_id }} is on its way.' } },
              }}
            />
          }
        />
      )}
    </>
  );
}

function useTemplateColumns(): Column<Template>[] {
  const t = useTexts(templateTexts);
  const { formats } = useTexts(composeTexts);
  return [
    { key: 'key', header: t.key, cell: ({ key }) => <span className="mono">{key}</span> },
    {
      key: 'text',
      header: t.textColumn,
      hiddenOnPhone: true,
      cell: ({ texts }) => <span className={styles['text']}>{texts.ru ?? texts.en ?? texts.fallback}</span>,
    },
    {
      key: 'langs',
      header: t.langs,
      tight: true,
      cell: ({ texts }) =>
        TEXT_KEYS.filter((name) => texts[name] !== null)
          .map((name) => t.shortLangs[name])
          .join(', '),
    },
    { key: 'format', header: t.format, tight: true, cell: ({ format }) => formats[format] },
    {
      key: 'variables',
      header: t.variables,
      cell: ({ variables }) => <span className="mono">{variables.join(', ')}</span>,
    },
    { key: 'changed', header: t.changed, tight: true, cell: ({ updated_at }) => <RelativeTime at={updated_at} /> },
  ];
}
