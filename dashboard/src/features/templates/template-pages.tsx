import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast } from '#ui/toast.ts';
import { templateQuery, useTemplateActs } from './template-api.ts';
import { TemplateEditor } from './template-editor.tsx';
import { templateTexts } from './texts.ts';

export function NewTemplatePage() {
  const t = useTexts(templateTexts);
  const ui = useTexts(uiTexts);
  const { slug } = useProject().project;
  const navigate = useNavigate();
  const acts = useTemplateActs();
  return (
    <>
      <PageTitle title={t.add} />
      <TemplateEditor
        submit={ui.create}
        act={acts.create}
        onDone={({ key }) => {
          toast(t.made);
          void navigate({
            to: '/p/$slug/templates/edit/$templateKey',
            params: { slug, templateKey: key },
            replace: true,
          });
        }}
      />
    </>
  );
}

export function TemplatePage() {
  const t = useTexts(templateTexts);
  const project = useProject();
  const { slug } = project.project;
  const navigate = useNavigate();
  const acts = useTemplateActs();
  const { templateKey } = useParams({ from: '/p/$slug/templates/edit/$templateKey' });
  // The editor begins with what the server has now, and keeps what is typed whatever happens elsewhere.
  const template = useQuery({
    ...templateQuery(project, templateKey),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  const data = template.isFetchedAfterMount ? template.data : undefined;
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <PageTitle
        title={templateKey}
        action={
          data !== undefined &&
          project.mayChange && (
            <Button
              variant="default"
              leftSection={<Icon name="send" size={16} />}
              renderRoot={(props) => (
                <Link to="/p/$slug/messages/new" params={{ slug }} search={{ template: templateKey }} {...props} />
              )}
            >
              {t.send}
            </Button>
          )
        }
      />
      {template.isError && <ErrorNote error={template.error} onRetry={() => void template.refetch()} />}
      {data === undefined && !template.isError && <Skeleton height={320} />}
      {data && (
        <TemplateEditor key={data.key} template={data} submit={t.save} act={acts.change} onDone={() => toast(t.saved)}>
          {project.mayChange && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t.remove}
            </Button>
          )}
        </TemplateEditor>
      )}
      <ConfirmDialog
        danger
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t.removeTitle(templateKey)}
        confirm={t.remove}
        act={async () => {
          await acts.remove(templateKey);
          toast(t.removed);
          await navigate({ to: '/p/$slug/templates', params: { slug } });
          acts.forget(templateKey);
        }}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
