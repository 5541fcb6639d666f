import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Query } from '#api/client.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { toast, toastError } from '#ui/toast.ts';
import { exportSubscribers } from './export-subscribers.ts';
import { subscriberTexts } from './texts.ts';

/** What the filters let through, as a file; where the plan has no export, it says so. */
export function ExportButton({ filter }: { filter: Query }) {
  const t = useTexts(subscriberTexts).export;
  const { project } = useProject();
  const run = useMutation({
    mutationFn: () => exportSubscribers(project.project_id, filter, t.fileName(project.slug)),
    onSuccess: () => toast(t.done),
    onError: (error) => toastError(error),
  });
  if (project.plan === 'free') return <span className="soft small">{t.notOnFree}</span>;
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={<Icon name="download" size={16} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {t.do}
    </Button>
  );
}
