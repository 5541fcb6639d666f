import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useKnownProjects } from '#shell/use-known-projects.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icons.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { projectsTexts } from './texts.ts';

export function ProjectsPage() {
  const t = useTexts(projectsTexts);
  const names = useTexts(nameTexts);
  const projects = useKnownProjects();
  const [creating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} action={projects.length > 0 && create} />
      <DataTable
        label={t.title}
        rows={projects}
        rowKey={({ project_id }) => project_id}
        rowLink={({ slug }) => ({ to: '/p/$slug/overview', params: { slug } })}
        columns={[
          { key: 'name', header: t.name, cell: ({ name }) => name },
          { key: 'slug', header: t.slug, cell: ({ slug }) => <span className="mono">{slug}</span> },
          { key: 'plan', header: t.plan, tight: true, cell: ({ plan }) => names.plans[plan] },
          { key: 'role', header: t.role, tight: true, cell: ({ role }) => names.roles[role] },
          {
            key: 'status',
            header: t.status,
            tight: true,
            cell: ({ status }) => (
              <StatusBadge tone={status === 'active' ? 'good' : 'quiet'}>{names.statuses[status]}</StatusBadge>
            ),
          },
        ]}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} action={create} />}
      />
      {creating && <NewProjectDialog onClose={() => setCreating(false)} />}
    </>
  );
}
